"""Makes a PNG small: at most 256 colours, which a picture of a page hardly shows.

    python3 small_png.py FROM TO
"""

import collections
import struct
import sys
import zlib


def read(path):
    """Width, height and the rows of a PNG with 8 bits a channel, as bytes of red, green, blue."""
    data = open(path, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "not a PNG"
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert depth == 8 and colours in (2, 6) and not interlaced, "another kind of PNG"
            size = 3 if colours == 2 else 4
        packed += body if kind == b"IDAT" else b""
        at += length + 12
    plain, stride = zlib.decompress(packed), width * size
    rows, above = [], bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        row = unfilter(plain[start], bytearray(plain[start + 1 : start + 1 + stride]), above, size)
        rows.append([bytes(row[i : i + 3]) for i in range(0, stride, size)])
        above = row
    return width, height, rows


def unfilter(kind, row, above, size):
    """Undoes the filter of a row."""
    for i in range(len(row)):
        left = row[i - size] if i >= size else 0
        up = above[i]
        corner = above[i - size] if i >= size else 0
        if kind == 1:
            row[i] = (row[i] + left) & 255
        elif kind == 2:
            row[i] = (row[i] + up) & 255
        elif kind == 3:
            row[i] = (row[i] + (left + up) // 2) & 255
        elif kind == 4:
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda c: abs(guess - c))
            row[i] = (row[i] + nearest) & 255
    return row


def main(source, target):
    width, height, rows = read(source)
    counted = collections.Counter(pixel for row in rows for pixel in row)
    palette = [colour for colour, _ in counted.most_common(256)]
    number = {colour: i for i, colour in enumerate(palette)}
    for colour in counted:
        if colour not in number:
            distance = lambda i: sum((a - b) ** 2 for a, b in zip(palette[i], colour))
            number[colour] = min(range(len(palette)), key=distance)
    body = b"".join(b"\0" + bytes(number[pixel] for pixel in row) for row in rows)
    chunk = lambda kind, data: (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    )
    with open(target, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n")
        out.write(chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)))
        out.write(chunk(b"PLTE", b"".join(palette)))
        out.write(chunk(b"IDAT", zlib.compress(body, 9)))
        out.write(chunk(b"IEND", b""))


main(*sys.argv[1:])
