"""Lines typed at a keyboard: Tab completes, arrow keys bring earlier ones back."""

from __future__ import annotations

from collections.abc import Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.shortcuts import CompleteStyle

from eminence.play.table.line_editor import LineEditor


class TabLines(LineEditor):
    """The keys of a shell, with what the table offers."""

    def __init__(self) -> None:
        self.forget()

    def ask(self, prompt: str) -> str:
        return self.session.prompt(prompt)

    def forget(self) -> None:
        self.session: PromptSession[str] = PromptSession(
            history=InMemoryHistory(),
            completer=_Offered(self),
            complete_while_typing=False,
            # A menu would push the board off a small screen.
            complete_style=CompleteStyle.READLINE_LIKE,
        )


class _Offered(Completer):
    """Whole lines, as the table offers them at the moment."""

    def __init__(self, lines: TabLines) -> None:
        self.lines = lines

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
        begun = document.text_before_cursor
        for line in self.lines.complete(begun):
            # What is typed stays as it is: a common beginning is found only where nothing changes.
            same = line.lower().startswith(begun.lower())
            text = begun + line[len(begun) :] if same else line
            yield Completion(text, -len(begun), display=line)
