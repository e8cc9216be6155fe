"""The chart that clips show: patches of flat colour in four rows, and where their centres are."""

WIDTH, HEIGHT = 320, 240
COLUMNS = 16

GRAYS = [round(255 * step / 15) for step in range(16)]
# Near black, where one code is most visible, and where the ramp of 16 to 235 begins.
DARKS = [2 * step for step in range(16)]
BARS = {
    "white": (1, 1, 1), "yellow": (1, 1, 0), "cyan": (0, 1, 1), "green": (0, 1, 0), "magenta": (1, 0, 1),
    "red": (1, 0, 0), "blue": (0, 0, 1), "black": (0, 0, 0),
}


def rows():
    """Rows of patches: a name and red, green and blue of 0 to 255."""
    yield [(f"gray {code}", (code,) * 3) for code in GRAYS]
    yield [(f"gray {code}", (code,) * 3) for code in DARKS]
    for level in (100, 75):
        yield [(f"{name} {level} %", tuple(round(255 * level / 100 * part) for part in parts))
               for name, parts in BARS.items() for _ in range(2)]


def centres():
    """The name of each patch, and a place within it."""
    for row, patches in enumerate(rows()):
        for column, (name, _) in enumerate(patches):
            yield name, (column * 2 + 1) * WIDTH // COLUMNS // 2, (row * 2 + 1) * HEIGHT // 8


def pixmap():
    """The chart as a file of PPM."""
    lines = [bytes(code for _, color in patches for _ in range(WIDTH // COLUMNS) for code in color) * (HEIGHT // 4)
             for patches in rows()]
    return b"P6 %d %d 255\n" % (WIDTH, HEIGHT) + b"".join(lines)
