"""`memdecay confirm`: see `memdecay.cli.happened`."""

from memdecay.cli.happened import reporting
from memdecay.event import Kind

command = reporting(
    Kind.CONFIRMED,
    "Record that these entries still hold. It answers every mark that acting on them misled.",
    'memdecay confirm install-with-pnpm --note "tried it today"',
)
