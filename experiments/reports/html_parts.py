"""Parts of a page in HTML: its head and style, tables and pictures."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape

from eminence.cython_ext.text_tables import cells
from eminence.experiments.findings import Columns
from eminence.experiments.reports.pictures import Picture

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff;
       max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid #ddd; text-align: left;
         vertical-align: top; overflow-wrap: anywhere; min-width: 3rem; }
td.number, th.number { text-align: right; white-space: nowrap; }
th { border-bottom: 2px solid #888; white-space: nowrap; }
img { max-width: 100%; height: auto; }
figure { margin: 1rem 0; } figcaption { color: #555; font-size: .9rem; }
pre { background: #f4f4f4; padding: .7rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.notice { border-left: 4px solid #d55e00; padding: .4rem .8rem; background: #fdf3ec; }
"""
RULES = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def html_table(columns: Columns) -> str:
    """A table for people."""
    (heads, *rows), right = cells(columns)
    if not rows:
        return "<p>Nothing yet.</p>"
    lines = [_html_row("th", heads, right), *(_html_row("td", row, right) for row in rows)]
    return '<div class="wide"><table>\n{}\n</table></div>'.format("\n".join(lines))


def _html_row(tag: str, row: Sequence[str], right: Sequence[int]) -> str:
    marks = [' class="number"' if i in right else "" for i in range(len(row))]
    parts = [f"<{tag}{mark}>{escape(c)}</{tag}>" for mark, c in zip(marks, row, strict=True)]
    return f"<tr>{''.join(parts)}</tr>"


def html_picture(picture: Picture) -> str:
    """A picture that is part of the page."""
    coded = base64.b64encode(picture.png).decode("ascii")
    return (
        f'<figure><img alt="{escape(picture.title)}" src="data:image/png;base64,{coded}">\n'
        f"<figcaption>{escape(picture.caption)}</figcaption></figure>"
    )
