# SPDX-License-Identifier: Apache-2.0
# usage: html_page.py PAGE: checks that a page needs no other file and runs nothing, and prints what a reader sees.
#        html_page.py --markdown VIEW.md READ: checks that READ, which this has printed, has the tables of VIEW.md.
import base64
import hashlib
import html.parser
import re
import sys

VOID = {"meta", "img"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.text, self.cells, self.style, self.policy = [], "", [], None, None
        self.ids, self.links = set(), set()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        assert tag not in ("script", "link", "iframe", "object", "base", "form"), tag
        for name, value in attributes.items():
            assert not name.startswith("on") and name != "style", (tag, name)
            if name == "src":
                assert tag == "img" and value.startswith("data:image/svg+xml;base64,"), (tag, value[:80])
                svg = base64.b64decode(value.split(",")[1], validate=True)
                assert svg.lstrip().startswith((b"<svg", b"<?xml")), svg[:80]
                print("picture", attributes["alt"])
            if name == "href":
                assert value[0] == "#", value
                self.links.add(value[1:])
        if "id" in attributes:
            assert attributes["id"] not in self.ids
            self.ids.add(attributes["id"])
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.cells = []
        self.kind = attributes.get("class")
        self.text = ""

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag
        text = " ".join(self.text.split())
        if tag in ("td", "th"):
            self.cells.append(text)
        elif tag == "tr":
            print("cells", "|".join(self.cells))
        elif tag == "h2":
            print("heading", text)
        elif tag == "p" and self.kind == "answer":
            print("answer", text)
        elif tag == "code":
            print("code", text)
        elif tag == "style":
            self.style = self.text

    def handle_data(self, data):
        self.text += data


def page(path):
    text = open(path, encoding="utf-8", newline="").read()
    assert text.startswith("<!DOCTYPE html>")
    reader = Page()
    reader.feed(text)
    reader.close()
    assert not reader.open, reader.open
    assert reader.links == reader.links & reader.ids, reader.links - reader.ids
    digest = base64.b64encode(hashlib.sha256(reader.style.encode()).digest()).decode()
    expected = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:"
    assert reader.policy == expected, f"the policy is {reader.policy}, not {expected}"


def cells_of(line):
    cells = re.split(r"(?<!\\)\|", line.strip())[1:-1]
    cells = [re.sub(r"\\(.)", r"\1", cell.replace("&nbsp;", " ")) for cell in cells]
    return "cells " + "|".join(" ".join(cell.split()) for cell in cells)


def same(markdown, read):
    bars = str.maketrans({bar: "#" for bar in "▏▎▍▌▋▊▉█"})
    shown = {re.sub("#+", "#", line) for line in open(read, encoding="utf-8").read().translate(bars).split("\n")}
    rows = 0
    for line in open(markdown, encoding="utf-8"):
        if re.search(r"\w", line) and line.startswith("|"):
            assert re.sub("#+", "#", cells_of(line)) in shown, f"it lacks {cells_of(line)}"
            rows += 1
    assert rows > 2, "the view has no rows"


if sys.argv[1] == "--markdown":
    same(sys.argv[2], sys.argv[3])
else:
    page(sys.argv[1])
