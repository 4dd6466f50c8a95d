"""`memdecay misled`: see `memdecay.cli.happened`."""

from memdecay.cli.happened import reporting
from memdecay.event import Kind

command = reporting(
    Kind.MISLED,
    "Record that acting on these entries misled. It ranks them below every alternative until confirmed.",
    'memdecay misled retry-flaky-test --note "it hid a regression"',
    outcome=-1.0,
)
