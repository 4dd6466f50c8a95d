"""Asks a detector library what in a text looks like a secret. Offline; what was found is never kept."""

from __future__ import annotations

from typing import NamedTuple

_PLUGINS = (
    "ArtifactoryDetector", "AWSKeyDetector", "AzureStorageKeyDetector", "BasicAuthDetector",
    "CloudantDetector", "DiscordBotTokenDetector", "GitHubTokenDetector", "GitLabTokenDetector",
    "IbmCloudIamDetector", "IbmCosHmacDetector", "JwtTokenDetector", "KeywordDetector",
    "MailchimpDetector", "NpmDetector", "OpenAIDetector", "PrivateKeyDetector", "PypiTokenDetector",
    "SendGridDetector", "SlackDetector", "SoftlayerDetector", "SquareOAuthDetector", "StripeDetector",
    "TelegramBotTokenDetector", "TwilioKeyDetector",
)  # fmt: skip
"""All that the library has but the guesses by entropy, which take commit hashes for secrets."""

_FILTERS = (
    "allowlist.is_line_allowlisted",  # `pragma: allowlist secret`, as elsewhere
    "heuristic.is_indirect_reference",
    "heuristic.is_not_alphanumeric_string",
    "heuristic.is_prefixed_with_dollar_sign",
    "heuristic.is_sequential_string",
    "heuristic.is_templated_secret",
)
"""None of them asks a server: the library's own default would verify what it finds."""


class Credential(NamedTuple):
    """A line (counted from 1) that looks like it holds a secret, and of which kind."""

    kind: str
    line: int

    def __str__(self) -> str:
        return f"{self.kind} at line {self.line}"


def spotted(text: str) -> tuple[Credential, ...]:
    """Every likely secret in `text`, in order, without its value."""
    from detect_secrets.core.scan import scan_line
    from detect_secrets.settings import transient_settings

    settings = {
        "plugins_used": [{"name": name} for name in _PLUGINS],
        "filters_used": [{"path": f"detect_secrets.filters.{name}"} for name in _FILTERS],
    }
    with transient_settings(settings):
        found = [
            Credential(secret.type, number)
            for number, line in enumerate(text.split("\n"), 1)
            for secret in scan_line(line)
        ]
    return tuple(dict.fromkeys(found))
