"""The rules as a person looks them up, each paragraph in one line."""

from eminence.cython_ext.text_lines import laid_out_for
from eminence.play.table import explanations

#: columns that are enough for any paragraph
ALL = 100_000


def rules_text(words, title=""):
    with laid_out_for(lambda: ALL):
        return explanations.rules_text(words, title)
