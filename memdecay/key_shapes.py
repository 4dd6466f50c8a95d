"""What keys look like that the detector library does not know, and what only stands where a key would."""

from __future__ import annotations

import re
from functools import cache

_BEFORE = r"(?<![A-Za-z0-9_-])"
_PREFIXED = {
    "1Password Token": r"ops_eyJ[A-Za-z0-9+/]{200,}={0,2}",
    "Adobe Secret": r"p8e-[A-Za-z0-9]{32}",
    "Age Secret Key": r"AGE-SECRET-KEY-1[0-9A-Z]{58}",
    "AWS Secret Key": r"(?i:aws_?secret_?(?:access_?)?key)\W{1,8}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])",
    "Airtable Token": r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}",
    "Alibaba Access Key": r"LTAI[A-Za-z0-9]{20}",
    "Anthropic Key": r"sk-ant-[A-Za-z0-9_-]{32,200}",
    "Atlassian Token": r"ATATT3[A-Za-z0-9_=-]{60,250}",
    "Buildkite Token": r"bkua_[a-f0-9]{40}",
    "Clojars Token": r"CLOJARS_[a-z0-9]{60}",
    "Databricks Token": r"dapi[a-f0-9]{32}(?:-\d)?",
    "DigitalOcean Token": r"do[opr]_v1_[a-f0-9]{64}",
    "Docker Token": r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{24,40}",
    "Doppler Token": r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,60}",
    "Dropbox Token": r"sl\.[A-Za-z0-9_-]{130,152}",
    "Dynatrace Token": r"dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}",
    "EasyPost Key": r"EZ[AT]K[A-Za-z0-9]{54}",
    "Facebook Token": r"EAA[A-Za-z0-9]{100,250}",
    "Figma Token": r"fig[dou]r?_[A-Za-z0-9_-]{40,60}",
    "Fly Token": r"fm2_[A-Za-z0-9+/]{100,}={0,2}",
    "GitHub Token": r"github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}",
    "Google API Key": r"AIza[A-Za-z0-9_-]{35}",
    "Google OAuth Secret": r"GOCSPX-[A-Za-z0-9_-]{28}",
    "Google OAuth Token": r"ya29\.[A-Za-z0-9_-]{40,}",
    "Grafana Token": r"glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|glc_[A-Za-z0-9+/]{60,}={0,2}",
    "Groq Key": r"gsk_[A-Za-z0-9]{52}",
    "Heroku Key": r"HRKU-[A-Za-z0-9_-]{36,60}",
    "HubSpot Token": r"pat-(?:na|eu)\d-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}",
    "Hugging Face Token": r"hf_[A-Za-z0-9]{34}",
    "Intra42 Secret": r"s-s4t2(?:ud|af)-[a-f0-9]{64}",
    "Linear Key": r"lin_(?:api|oauth)_[A-Za-z0-9]{40,64}",
    "Mailgun Key": r"(?:key|pubkey)-[a-f0-9]{32}",
    "Mapbox Token": r"sk\.eyJ[A-Za-z0-9_-]{40,}\.[A-Za-z0-9_-]{20,}",
    "New Relic Key": r"NRAK-[A-Z0-9]{27}|NRII-[A-Za-z0-9_-]{32}",
    "Notion Token": r"ntn_[A-Za-z0-9]{46}|secret_[A-Za-z0-9]{43}",
    "npm Token": r"npm_[A-Za-z0-9]{36}",
    "OpenAI Key": r"sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{40,200}|sk-[A-Za-z0-9]{48}",
    "OpenRouter Key": r"sk-or-v1-[a-f0-9]{64}",
    "Perplexity Key": r"pplx-[A-Za-z0-9]{48,56}",
    "PlanetScale Token": r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}",
    "Postman Key": r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}",
    "Prefect Key": r"pn[ub]_[A-Za-z0-9]{36}",
    "Pulumi Token": r"pul-[a-f0-9]{40}",
    "Replicate Token": r"r8_[A-Za-z0-9]{37}",
    "RubyGems Key": r"rubygems_[a-f0-9]{48}",
    "Sendinblue Key": r"xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}",
    "Sentry Token": r"sntry[su]_[A-Za-z0-9+/=_-]{60,}",
    "Shippo Token": r"shippo_(?:live|test)_[a-f0-9]{40}",
    "Shopify Token": r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
    "Slack Token": r"xapp-\d-[A-Za-z0-9]{8,}-\d+-[a-f0-9]{40,}|xoxe(?:\.xox[bp])?-\d-[A-Za-z0-9]{100,}",
    "Sourcegraph Token": r"sgp_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}",
    "Stripe Key": r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{24,120}|whsec_[A-Za-z0-9+/]{32,}={0,2}",
    "Supabase Token": r"sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{30,}",
    "Tailscale Key": r"tskey-[a-z]{3,10}-[A-Za-z0-9]{8,}-[A-Za-z0-9]{20,}",
    "Terraform Token": r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}",
    "Typeform Token": r"tfp_[A-Za-z0-9_.=-]{59}",
    "Vault Token": r"hv[sbr]\.[A-Za-z0-9_-]{24,200}",
    "Vercel Token": r"vc[apirk]_[A-Za-z0-9]{24,60}",
    "xAI Key": r"xai-[A-Za-z0-9]{80}",
    "Private Key": r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY"
    r"|PuTTY-User-Key-File-\d",
}
"""Keys that say by their beginning who gave them out, as their makers document it."""

ANY_SHAPE = re.compile(rf"{_BEFORE}(?:{'|'.join(_PREFIXED.values())})")
"""Matches where one of them does, for asking once."""


@cache
def shapes() -> dict[str, re.Pattern[str]]:
    """The pattern of each kind of key, which only a text with one of them needs."""
    return {kind: re.compile(rf"{_BEFORE}(?:{shape})") for kind, shape in _PREFIXED.items()}


MAY_HOLD = re.compile(
    r"://|PRIVATE KEY|[\w+/=.:@-]{20}|(?=[\w+/=.:@-]{11})[A-Za-z_+/=.:@-]{0,19}\d", re.ASCII
)
"""What every key has: a long word, or a shorter one with a digit. Most lines have neither, which saves
asking each pattern, and keeps names such as `APBackgroundTask` from looking like one."""

KNOWN_TO_THE_LIBRARY = re.compile(
    r"(?i:key|pwd?|pass|token|xox[abposr]-)|://|AKC|AP[\dA-F]|A3T|A[BCKS]IA|ACCA|\.[\w-]{6}\.|gh[pousr]_|gl[a-z]{2,5}-"
    r"|GR1348941|eyJ|-us\d|T3BlbkFJ|pypi-|SG\.|sq0csp-|[rs]k_live_|\d{8}:|(?:AC|SK)[a-z\d]{8}"
)
"""What the shapes of the detector library have in them. To load it takes longer than all else that a hook
does, so it is asked where one of these stands; a test holds them against every pattern it has."""

KEYWORD = re.compile(r"pass|pwd|secret|key|token|credential|contrase", re.IGNORECASE)
"""A line without any of these assigns nothing secret."""

ASSIGNED = re.compile(
    r"(?<![A-Za-z0-9])[\w.-]{0,40}?"
    r"(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|credentials?|(?:api|access|auth)[_-]?key)"
    r"[A-Za-z0-9_]{0,20}[\"'`*]{0,3}[ \t]{0,4}(?::=|=>|[:=])[ \t*`\"']{0,4}"
    r"(?P<value>[^\s\"'`<>,;(){}\[\]|]{8,128})",
    re.IGNORECASE,
)
"""`db_pass: k9#…` without quotes, which the library leaves alone in prose. See `is_password`."""

_SORTS = (re.compile(r"[a-z]"), re.compile(r"[A-Z]"), re.compile(r"[0-9]"))
_DIGIT = re.compile(r"[0-9]")
_SIGN = re.compile(r"[^A-Za-z0-9\s._-]")
_JOINED = re.compile(r"[._-]")
_ADDRESS = re.compile(r"://|^[./~$%@]|^\w+\.\w+|/|::|->|\\")
_SHORTEST_PASSWORD, _SHORTEST_WITHOUT_SIGN = 8, 12
_FEWEST_DIGITS = 3


def is_password(value: str) -> bool:
    """Whether a bare word is mixed as only passwords are.

    With a sign such as `#` it has two more sorts of characters, a digit among them. Without one it is small
    and capital letters with several digits, and no name of parts. So `908070605040` and `qwertzuiopas` both
    pass as no secrets, and so does `RS256-signed`.
    """
    value = value.rstrip(".:!?")
    sorts, digits = sum(bool(sort.search(value)) for sort in _SORTS), len(_DIGIT.findall(value))
    if len(value) < _SHORTEST_PASSWORD or not digits or _ADDRESS.search(value):
        return False
    if _SIGN.search(value):
        return sorts >= len(_SORTS) - 1
    is_one_word = len(value) >= _SHORTEST_WITHOUT_SIGN and not _JOINED.search(value)
    return is_one_word and sorts == len(_SORTS) and digits >= _FEWEST_DIGITS


_STANDS_IN = re.compile(
    r"example|your|change[_-]?me|placeholder|replace|insert|dummy|sample|redacted|x{4}|\.{3}|…|\*{3}|[<>{}]|^\$|^%\w+%$",
    re.IGNORECASE,
)
_PLAIN = frozenset(
    """admin apikey api_key api-key bearer boolean bool encrypted foo bar guest hashed hunter2 key none null
    optional pass passwd password pwd required root secret string str test testing token true false user
    username value wrong""".split()
)
"""Values that are the name of a value."""
_PREFIX = re.compile(r"^[A-Za-z0-9]{1,12}[-_]")
_TELLING = 12
_FEWEST_SIGNS = 4


def is_filler(value: str) -> bool:
    """Whether this stands where a key would, such as `your-api-key`, `XXXXXXXX` or `${TOKEN}`."""
    body = _PREFIX.sub("", value)
    end = [sign.lower() for sign in body if sign.isalnum()][-_TELLING:]
    is_row = len(end) >= 8 and len(set(end)) < _FEWEST_SIGNS
    return not end or is_row or value.strip().lower() in _PLAIN or bool(_STANDS_IN.search(value))
