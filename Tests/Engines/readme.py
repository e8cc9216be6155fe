"""Prints a recipe of a page, so that what is run is what people read.

Usage: readme.py PAGE BEGINNING   prints the one block of code that begins with BEGINNING
"""
import re
import sys

readme, beginning = sys.argv[1:]
with open(readme, encoding="utf-8") as file:
    text = file.read()
fenced = re.findall(r"^```\w*\n(.*?)^```$", text, re.M | re.S)
indented = [re.sub(r"^    ", "", block, flags=re.M) for block in re.findall(r"(?:^    .*\n)+", text, re.M)]
found = [block for block in fenced + indented if block.startswith(beginning)]
if len(found) != 1:
    sys.exit(f"{len(found)} blocks of the page begin with '{beginning}', where there should be one")
print(found[0], end="")
