"""What looks like a secret. Every one here is made up."""

from __future__ import annotations

import socket

import pytest

from memdecay.credentials import Credential, Looked, looking, spotted

TOKEN = "ghp_" + "abcdefghijABCDEFGHIJ0123456789abcdef"  # in two parts, so that no scanner stops at us


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"Deploy with {TOKEN}", "GitHub Token"),
        ("The key is AKIA" + "IOSFODNN7EXAMPLX", "AWS Access Key"),
        ('password = "correct' + ' horse"', "Secret Keyword"),
        ("-----BEGIN RSA " + "PRIVATE KEY-----", "Private Key"),
        ("Connect to postgres://app:s3cr3tpw" + "@db.example.com/shop", "Basic Auth Credentials"),
    ],
)
def test_the_usual_secrets_are_spotted_by_kind(text: str, kind: str) -> None:
    assert spotted(text) == (Credential(kind, 1),)


@pytest.mark.parametrize(
    "text",
    [
        "Install packages with pnpm, not npm.",
        "The regression came with 4b825dc642cb6eb9a060e54bf8d69288fbee4904.",
        "Read the password from the vault; never write a password down.",
        'password = "${DATABASE_PASSWORD}"',
        "Connect to postgres://app:$PASSWORD@db.example.com/shop",
        "",
    ],
)
def test_instructions_about_secrets_are_none(text: str) -> None:
    assert spotted(text) == ()


def test_the_line_is_counted_from_one_and_the_secret_is_not_kept() -> None:
    found = spotted(f"First line.\n\nThen {TOKEN}.\n")
    assert [str(one) for one in found] == ["GitHub Token at line 3"]
    assert TOKEN not in repr(found)


def test_a_line_that_says_it_is_an_example_passes() -> None:
    line = 'password = "correct' + ' horse"'
    assert spotted(f"{line}  <!-- pragma: allowlist secret -->") == ()
    assert spotted(f"{line}  # pragma: allowlist secret") == ()


def test_no_server_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert spotted(TOKEN)


def test_what_was_found_is_masked_and_the_rest_is_shown() -> None:
    with looking() as look:
        looked = look(f"Deploy\nwith `{TOKEN}` and https://bob:hunter22x@shop.net/x now")
    assert [one.kind for one in looked.found] == ["Basic Auth Credentials", "GitHub Token"]
    assert looked.masked == "Deploy\nwith `ghp_****` and http**** now"


def test_a_private_key_is_masked_to_its_end() -> None:
    key = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----"
    with looking() as look:
        assert look(f"a\n{key} {key}\nb").masked == "a\n****\n****\n****\n****\n****\nb"
        assert look("-----BEGIN PRIVATE KEY-----\nMIIE\nMIIE").masked == "****\n****\n****"


def test_what_could_not_be_looked_over_in_time_is_not_shown() -> None:
    with looking(seconds=-1) as look:
        assert look(f"a\n{TOKEN}") == Looked((), "", is_whole=False)


def test_a_secret_in_a_long_line_is_found_and_masked() -> None:
    with looking() as look:
        for before in (0, 2040, 4080, 6130):
            looked = look("x " * (before // 2) + TOKEN + " y" * 3000)
            assert (len(looked.found), TOKEN in looked.masked, looked.is_whole) == (1, False, True)
