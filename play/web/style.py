"""The style sheet of the pictures' colours, made from the tones themselves."""

from __future__ import annotations

from eminence.cython_ext.pictures.svg import tone_class
from eminence.cython_ext.pictures.tones import TONES


def tones_css() -> str:
    """Every tone as a variable, for shapes and for pages; dark pages get the dark colours."""
    names = {name: tone_class(name) for name in TONES}
    light = "".join(f"--{names[name]}:{tone.light};" for name, tone in TONES.items())
    dark = "".join(
        f"--{names[name]}:{tone.dark};" for name, tone in TONES.items() if tone.dark != tone.light
    )
    rules = "\n".join(
        f".{each}{{fill:var(--{each})}}.{each}-line{{stroke:var(--{each})}}"
        for each in names.values()
    )
    return (
        f":root{{{light}}}\n@media (prefers-color-scheme: dark){{:root{{{dark}}}}}\n{rules}\n"
        f".panel svg :is(rect,circle,path){{stroke:var(--{tone_class('edge')})}}\n"
    )
