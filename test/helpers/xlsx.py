"""Reads a sheet of a workbook from standard input with nothing but zipfile and an XML parser, and prints it as JSON."""
import io
import json
import sys
import xml.etree.ElementTree as ET
import zipfile

M = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
R = "{http://schemas.openxmlformats.org/package/2006/relationships}"

number = int(sys.argv[1])
archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
assert archive.testzip() is None, "a checksum is wrong"
parts = {name: ET.fromstring(archive.read(name)) for name in archive.namelist()}
types = {o.get("PartName") for o in parts["[Content_Types].xml"] if o.get("PartName")}
assert all(name[1:] in parts for name in types), "a part is named and not there"
for rels, folder in (("_rels/.rels", ""), ("xl/_rels/workbook.xml.rels", "xl/")):
    for relation in parts[rels].iter(f"{R}Relationship"):
        assert folder + relation.get("Target") in parts, relation.get("Target")

styles = parts["xl/styles.xml"]
fonts = [font.find(f"{M}b") is not None for font in styles.find(f"{M}fonts")]
formats = [
    (int(xf.get("numFmtId")), fonts[int(xf.get("fontId"))]) for xf in styles.find(f"{M}cellXfs")
]
sheet = parts[f"xl/worksheets/sheet{number}.xml"]
order = [child.tag[len(M):] for child in sheet]
assert order == ["sheetViews", "cols", "sheetData", "autoFilter"], order


def value_of(cell):
    number_format, bold = formats[int(cell.get("s", "0"))]
    text = cell.find(f"{M}is/{M}t")
    value = text if text is not None else cell.find(f"{M}v")
    return {
        "ref": cell.get("r"),
        "type": cell.get("t", "n"),
        "format": number_format,
        "bold": bold,
        "value": value.text or "",
    }


pane = sheet.find(f"{M}sheetViews/{M}sheetView/{M}pane")
print(
    json.dumps(
        {
            "names": archive.namelist(),
            "sheetName": parts["xl/workbook.xml"].findall(f"{M}sheets/{M}sheet")[number - 1].get("name"),
            "formats": {f.get("numFmtId"): f.get("formatCode") for f in styles.find(f"{M}numFmts")},
            "frozen": f"{pane.get('state')} {pane.get('ySplit')} {pane.get('topLeftCell')}",
            "filter": sheet.find(f"{M}autoFilter").get("ref"),
            "widths": [float(col.get("width")) for col in sheet.find(f"{M}cols")],
            "formulas": len(list(sheet.iter(f"{M}f"))),
            "rows": [[value_of(cell) for cell in row] for row in sheet.find(f"{M}sheetData")],
        }
    )
)
