#!/usr/bin/env python3
"""Reads a workbook back and compares every cell with the JSON and the CSV files of the same comparison.

usage: check_workbook.py WORKBOOK.xlsx COMPARISON.json CSV_FOLDER
Prints what differs; exit status 1 when anything does.
"""
import csv
import json
import math
import os
import re
import sys

import openpyxl

MOST_SHOWN = 20
LARGEST_EXACT = 2**53
MOST_CHARACTERS = 32767

differences = []


def differ(place, expected, found):
    differences.append(f"{place}: expected {expected!r}, found {found!r}")


def fitting(text):
    """A text as a cell can hold it: a sheet has no zeros and no U+FFFE, and cells end somewhere."""
    text = text.replace("\0", " ").replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")
    units = text.encode("utf-16-le")[: 2 * MOST_CHARACTERS]
    return units.decode("utf-16-le", "ignore") or None


def flat(value):
    """A JSON value as a flat table shows it."""
    if isinstance(value, list):
        return fitting("; ".join(v["name"] if isinstance(v, dict) else str(v) for v in value))
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > LARGEST_EXACT:
        return str(value)
    return fitting(value) if isinstance(value, str) else value


def is_equal(expected, found):
    if isinstance(expected, float) and isinstance(found, (int, float)):
        return math.isclose(expected, found, rel_tol=1e-15)  # 16 digits stand in the file
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    return expected == found


def plain(value):
    """A cell's value; openpyxl leaves the escapes that stand for characters which XML does not know."""
    if isinstance(value, str):
        return re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), value)
    return value


def rows_of(sheet):
    """Dictionaries by the header, and the header."""
    rows = sheet.iter_rows(values_only=True)
    header = list(next(rows))
    return header, [dict(zip(header, map(plain, row))) for row in rows]


def check_json(name, sheet, table):
    header, rows = rows_of(sheet)
    if len(rows) != len(table):
        differ(f"{name}: rows", len(table), len(rows))
        return
    if name == "pairs":  # the JSON has them by layer
        by_id = {pair["pair"]: pair for pair in table}
        table = [by_id[row["pair"]] for row in rows]
    for number, (row, expected) in enumerate(zip(rows, table)):
        for column in header:
            if column not in expected:
                differ(f"{name}: column", "in the JSON", column)
            elif not is_equal(flat(expected[column]), row[column]):
                differ(f"{name} row {number} {column}", flat(expected[column]), row[column])


def csv_value(text, found):
    """The text of a CSV field as a value of the kind that was found."""
    if isinstance(found, bool):
        return {"true": True, "false": False}.get(text)
    if isinstance(found, (int, float)):
        return float(text) if text else None
    if text.startswith("'") and text[1:2] in ("=", "+", "-", "@", "\t", "\r"):
        text = text[1:]  # the apostrophe that spreadsheets need in CSV
    return fitting(text)


def check_csv(name, sheet, path):
    header, rows = rows_of(sheet)
    csv.field_size_limit(sys.maxsize)
    with open(path, newline="", encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    if header != list(table[0].keys() if table else header):
        differ(f"{name}: header", list(table[0].keys()), header)
    if len(rows) != len(table):
        differ(f"{name}: rows", len(table), len(rows))
        return
    for number, (row, fields) in enumerate(zip(rows, table)):
        for column in header:
            found = row[column]
            expected = csv_value(fields[column], found)
            if isinstance(found, float) and isinstance(expected, float):
                if not math.isclose(expected, found, rel_tol=1e-15):
                    differ(f"{name}.csv row {number} {column}", expected, found)
            elif expected != found:
                differ(f"{name}.csv row {number} {column}", expected, found)


def main():
    workbook = openpyxl.load_workbook(sys.argv[1])
    with open(sys.argv[2], encoding="utf-8") as file:
        comparison = json.load(file)
    comparison["pairs"] = [pair for layer in comparison["layers"] for pair in layer["pairs"]]
    sheets = 0
    for name in workbook.sheetnames:
        sheet = workbook[name]
        if name == "Summary":
            continue
        sheets += 1
        if sheet.freeze_panes != "A2" or not sheet.auto_filter.ref:
            differ(f"{name}: frozen header and filter", "A2", sheet.freeze_panes)
        if name in comparison:
            check_json(name, sheet, comparison[name])
        path = os.path.join(sys.argv[3], name + ".csv")
        if os.path.exists(path):
            check_csv(name, sheet, path)
        elif name not in comparison:
            differ(name, "a table of the JSON or the CSV", "neither")
    missing = {file[:-4] for file in os.listdir(sys.argv[3])} - set(workbook.sheetnames)
    if missing:
        differ("sheets", "every CSV table", missing)
    for difference in differences[:MOST_SHOWN]:
        print(difference)
    print(f"{sheets} sheets, {len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
