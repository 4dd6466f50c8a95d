"""`memdecay helped`: see `memdecay.cli.happened`."""

from memdecay.cli.happened import reporting
from memdecay.event import Kind

command = reporting(
    Kind.HELPED,
    "Record that acting on these entries helped.",
    "memdecay helped clear-metro-cache",
    outcome=1.0,
)
