"""Every rule by its id: why it is one, and what to do about what it finds."""

from __future__ import annotations

from typing import NamedTuple


class About(NamedTuple):
    """A rule in two sentences: the reason, and the remedy."""

    reason: str
    remedy: str


CATALOGUE: dict[str, About] = {
    # What a commit does to what was there
    "rewrite": About(
        "An entry, closing note, segment or prune list that exists is never changed: whoever acted on "
        "it must be able to read what it said.",
        "Restore it and write what holds now with `memdecay add --supersedes <id>`. A person may close "
        "an entry by hand: change only `status`, `valid_until` and `superseded_by`. In a prune list "
        "only ticks change.",
    ),
    "deletion": About(
        "A file of a memory goes only where a person approved it, line by line.",
        "Restore it and `memdecay close <id>`; or `memdecay propose`, tick the line, `memdecay apply`, "
        "and commit the ledger together with the deletion.",
    ),
    "rename": About(
        "The name of a file is where its id comes from and where links lead; a rename can also hide an edit.",
        "Give the file its name back. Moving it to another folder of the memory, unchanged, is allowed.",
    ),
    "mode-change": About(
        "An entry is text; a changed mode makes it another thing on some systems.",
        "Set the mode back, for example with `git update-index --chmod=-x FILE`.",
    ),
    # What stands in the memory
    "link-file": About(
        "A link or submodule leads out of what was reviewed.",
        "Put the file itself into the memory.",
    ),
    "file": About(
        "What cannot be read counts for nothing, and nobody would notice.",
        "Mend its permissions, rename it to plain letters, or remove it.",
    ),
    "file-name": About(
        "A name that one system cannot have, or that reads like another, is two files to two people.",
        "Name the file with a to z, 0 to 9 and hyphens.",
    ),
    "clashing-path": About(
        "Where case or accents do not count, one of two such files silently replaces the other.",
        "Rename one of them before it is committed.",
    ),
    "conflict": About(
        "Half a merge says two things at once.",
        "Decide the conflict and remove its marks.",
    ),
    "size": About(
        "A file of such a size is nothing that a person wrote or reviews.",
        "Write several: `memdecay propose --limit` makes shorter lists.",
    ),
    "long-line": About(
        "Nobody reviews a line of many pages, and every pattern runs over every line.",
        "Break the line.",
    ),
    # What is written in a file
    "front-matter": About(
        "What cannot be read without doubt is not used at all.",
        "Mend the line that is named; a block begins and ends with three dashes and holds `key: value` "
        "lines.",
    ),
    "value": About(
        "A value that cannot be meant must not be guessed.",
        "Write the value as the README's table of keys says.",
    ),
    "cut-off": About(
        "YAML reads ` #` as the beginning of a comment, so part of a value is lost.",
        "Quote the whole value.",
    ),
    "id": About(
        "An id is a file name on every system and has no look-alikes.",
        "Use 1 to 80 of a to z, 0 to 9 and hyphens, beginning with a letter or digit.",
    ),
    "window": About(
        "A window that ends before it begins never applies.",
        "Correct valid_from or valid_until.",
    ),
    "status": About(
        "A successor while the status is active says two things at once.",
        "Write `status: closed`, or take the successor out.",
    ),
    "note": About(
        "A closing note stands beside the entry it closes and has its name.",
        "Name the note <id>.closed.md, after the id that it closes.",
    ),
    "hidden-text": About(
        "What a reader cannot see must not reach a model. Which characters are seen is an allow-list.",
        "Remove the characters. Scripts that need joiners (Persian, Hindi, ...) have them with "
        "`joiners: true` in memdecay.yaml.",
    ),
    "struck-out": About(
        "Struck-through text is read by a model as if it held.",
        "Write what holds as a new entry with `memdecay add --supersedes <id>`.",
    ),
    "block-marker": About(
        "A marker of memdecay in a text would end the block that is written into AGENTS.md.",
        "Say it otherwise.",
    ),
    "secret": About(
        "What is committed once is in every clone.",
        "Take it out and rotate it. A line that only looks like a secret passes with `pragma: allowlist"
        " secret - the reason` in a comment.",
    ),
    "personal-data": About(
        "Data about a person cannot be taken back from a history.",
        "Name a role, or a place to ask. A line that is meant so passes with "
        "`pragma: allowlist personal data - the reason` in a comment.",
    ),
    "unchecked": About(
        "What nobody looked at is not clean.",
        "Mend what is named, and check again.",
    ),
    "allowance": About(
        "An exception is reviewed by its reason.",
        "Write `pragma: allowlist secret - the reason`, or `pragma: allowlist personal data - the reason`.",
    ),
    # How files fit together
    "shared-id": About(
        "One id names one entry; of two nobody knows which is meant.",
        "Give one of them another id.",
    ),
    "link": About(
        "A link to itself, in a circle or to nothing replaces nothing.",
        "Correct the id, or take the link out.",
    ),
    "fork": About(
        "Two successors of one entry are two answers to one question.",
        "Keep one of them and close the others.",
    ),
    "missing-note": About(
        "Whoever lists the folder must see that an entry was replaced.",
        "Write the note with `memdecay close <id> --by <successor> --reason ...`.",
    ),
    "orphaned-note": About(
        "A note about nothing closes nothing.",
        "Correct the id, or put it beside its entry.",
    ),
    "dead-end": About(
        "An entry whose successor is over should not hold again by accident.",
        "Close it too.",
    ),
    "future-date": About(
        "What was recorded tomorrow shows a wrong clock or a slip.",
        "Correct the date, or this machine's clock.",
    ),
    # The ledger, the lists, the settings, the messages
    "event": About(
        "A line of the ledger that is no event says nothing of what happened.",
        "Restore the segment from git; of a merge, delete the marks: the events around them count.",
    ),
    "event-time": About(
        "An event from the future counts for nothing yet.",
        "Look at the clock of who wrote it.",
    ),
    "segment-name": About(
        "A segment is named after its bytes, so that a change shows.",
        "Restore it from git; `memdecay seal` writes new ones.",
    ),
    "prune-list": About(
        "A row that hides a line, or could be taken for one, approves what nobody saw.",
        "Restore the row as `memdecay propose` wrote it, or remove it.",
    ),
    "settings": About(
        "With settings that cannot be read nothing is in force.",
        "Mend the line of memdecay.yaml that is named.",
    ),
    "trailer": About(
        "A commit that names the entry it followed should name one that holds.",
        "Name the successor, or take the `Memory:` line out of the message.",
    ),
    "agent-hook": About(
        "A hook that cannot answer leaves an agent without its instructions, and says nothing to anybody.",
        "Mend what the message names; the next answer of that hook takes the fault back.",
    ),
    "spool": About(
        "Events outside of the git folder go with a clean of the work tree.",
        "Run `memdecay seal` and commit the ledger.",
    ),
}
