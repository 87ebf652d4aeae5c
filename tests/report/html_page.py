# SPDX-License-Identifier: Apache-2.0
# usage: html_page.py PAGE [DOCUMENT.json]: checks that a page needs no other file, runs nothing but its script and has
#        the document, and prints what a reader without script sees.
#        html_page.py --markdown VIEW.md READ: checks that READ, which this has printed, has the tables of VIEW.md.
import base64
import gzip
import hashlib
import html.parser
import io
import json
import re
import sys
import tarfile

VOID = {"meta", "img", "link"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.text, self.cells, self.style, self.policy = [], "", [], None, None
        self.script, self.blocks, self.type = None, {}, None
        self.ids, self.links = set(), set()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        assert tag not in ("iframe", "object", "base", "form"), tag
        for name, value in attributes.items():
            assert not name.startswith("on") and name != "style", (tag, name)
            if name == "src":
                assert tag == "img" and value.startswith("data:image/svg+xml;base64,"), (tag, value[:80])
                svg = base64.b64decode(value.split(",")[1], validate=True)
                assert svg.lstrip().startswith((b"<svg", b"<?xml")), svg[:80]
                print("picture", attributes["alt"])
            if name == "href":
                assert value[0] == "#" or (tag == "link" and value == "data:,"), value
                self.links |= {value[1:]} if tag == "a" else set()
        if "id" in attributes:
            assert attributes["id"] not in self.ids
            self.ids.add(attributes["id"])
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.cells = []
        if tag == "script":
            self.type = attributes.get("type")
            is_files = attributes.get("class") == "result" and self.type == "application/octet-stream"
            assert is_files if self.script else self.type in (None, "application/octet-stream"), \
                "one script, and behind it only files of the result"
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
        elif tag == "script" and self.type:
            assert len(self.text) <= 1 << 20
            self.blocks[self.kind] = self.blocks.get(self.kind, "") + self.text
        elif tag == "script":
            self.script = self.text

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
    script, style = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (reader.script, reader.style))
    expected = (f"default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; img-src data:; base-uri 'none'; "
                "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'")
    assert reader.policy == expected, f"the policy is {reader.policy}, not {expected}"
    blocks = {name: gzip.decompress(base64.b64decode(text, validate=True)) for name, text in reader.blocks.items()}
    print("document", *document_of(blocks["document"])["views"])
    if "result" in blocks:
        members = tarfile.open(fileobj=io.BytesIO(blocks["result"])).getmembers()
        print("files", *sorted(member.name for member in members))


# The document as `report document` prints it.
def document_of(block):
    size = int.from_bytes(block[:4], "little")
    document, rest = json.loads(block[4:4 + size]), iter(block[4 + size:])
    lists = [document["samples"], document["views"].get("timeline")]
    for columns, name in [(part["columns"], name) for part in lists if part for name in part["columns"]]:
        value, count, columns[name] = 0, columns[name], []
        for _ in range(count):
            number = shift = 0
            for byte in rest:
                number |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    break
            value += ~(number >> 1) if number & 1 else number >> 1
            columns[name].append(value)
    assert next(rest, None) is None
    if len(sys.argv) > 2:
        assert document == json.load(open(sys.argv[2])), "the document is not that of `report document`"
    return document


def cells_of(line):
    cells = re.split(r"(?<!\\)\|", line.strip())[1:-1]
    cells = [re.sub(r"\\(.)", r"\1", cell.replace("&nbsp;", " ")) for cell in cells]
    return "cells " + "|".join(" ".join(cell.split()) for cell in cells)


def same(markdown, read):
    bars = str.maketrans({bar: "#" for bar in "▏▎▍▌▋▊▉█"})
    shown = {re.sub("#+", "", line) for line in open(read, encoding="utf-8").read().translate(bars).split("\n")}
    rows = 0
    for line in open(markdown, encoding="utf-8"):
        if re.search(r"\w", line) and line.startswith("|"):
            assert re.sub("#+", "", cells_of(line)) in shown, f"it lacks {cells_of(line)}"
            rows += 1
    assert rows > 2, "the view has no rows"


if sys.argv[1] == "--markdown":
    same(sys.argv[2], sys.argv[3])
else:
    page(sys.argv[1])
