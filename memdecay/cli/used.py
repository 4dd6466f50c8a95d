"""`memdecay used`: see `memdecay.cli.happened`."""

from memdecay.cli.happened import reporting
from memdecay.event import Kind

command = reporting(
    Kind.USED,
    "Record that someone acted on these entries, which makes them fade more slowly.",
    'memdecay used install-with-pnpm --query "add a dependency"',
)
