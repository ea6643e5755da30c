import { inflateSync } from 'node:zlib';

/**
 * A TrueType font out of a WOFF file (W3C, WOFF File Format 1.0), with what a PDF says of it: its metrics, and the
 * glyph of each character. The tables: https://learn.microsoft.com/typography/opentype/spec/
 */
export interface PdfFont {
  /** The font as TrueType, to embed. */
  file: Buffer;
  /** Thousandths of the font size, like every measure of a PDF's font. */
  ascent: number;
  descent: number;
  capHeight: number;
  box: [number, number, number, number];
  /** Undefined: the font does not have the character. */
  glyphOf(codePoint: number): number | undefined;
  widthOf(glyph: number): number;
}

const WOFF = 0x774f4646;
const TRUETYPE = 0x00010000;
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

interface Table {
  tag: string;
  checksum: number;
  content: Buffer;
}

export const readFont = (woff: Buffer): PdfFont => {
  const tables = tablesOf(woff);
  const table = (tag: string): Buffer => {
    const found = tables.find((each) => each.tag === tag);
    if (!found) throw new Error(`The font has no table ${tag}.`);
    return found.content;
  };
  const [head, hhea, hmtx] = [table('head'), table('hhea'), table('hmtx')];
  const unitsPerEm = head.readUInt16BE(18);
  const scaled = (units: number): number => Math.round((units * 1000) / unitsPerEm);
  const lastMetric = hhea.readUInt16BE(34) - 1;
  const glyphs = glyphsOf(table('cmap'));
  return {
    file: sfntOf(tables),
    ascent: scaled(hhea.readInt16BE(4)),
    descent: scaled(hhea.readInt16BE(6)),
    capHeight: scaled(table('OS/2').readInt16BE(88)),
    box: [
      ...[scaled(head.readInt16BE(36)), scaled(head.readInt16BE(38))],
      ...[scaled(head.readInt16BE(40)), scaled(head.readInt16BE(42))],
    ] as PdfFont['box'],
    glyphOf: (codePoint) => glyphs.get(codePoint),
    // The last width is that of all glyphs after it.
    widthOf: (glyph) => scaled(hmtx.readUInt16BE(4 * Math.min(glyph, lastMetric))),
  };
};

const tablesOf = (woff: Buffer): Table[] => {
  if (woff.readUInt32BE(0) !== WOFF || woff.readUInt32BE(4) !== TRUETYPE)
    throw new Error('The font is no TrueType font in a WOFF file.');
  return Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = WOFF_HEADER + index * WOFF_ENTRY;
    const offset = woff.readUInt32BE(entry + 4);
    const [packed, size] = [woff.readUInt32BE(entry + 8), woff.readUInt32BE(entry + 12)];
    const bytes = woff.subarray(offset, offset + packed);
    return {
      tag: woff.toString('latin1', entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      content: packed < size ? inflateSync(bytes) : bytes,
    };
  });
};

const padded = (size: number): number => (size + 3) & ~3;

const sfntOf = (tables: readonly Table[]): Buffer => {
  const count = tables.length;
  const header = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY);
  const entrySelector = Math.floor(Math.log2(count));
  const searchRange = 16 * 2 ** entrySelector;
  header.writeUInt32BE(TRUETYPE, 0);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(searchRange, 6);
  header.writeUInt16BE(entrySelector, 8);
  header.writeUInt16BE(count * 16 - searchRange, 10);
  let offset = header.length;
  const contents = tables.map(({ tag, checksum, content }, index) => {
    const entry = SFNT_HEADER + index * SFNT_ENTRY;
    header.write(tag, entry, 'latin1');
    header.writeUInt32BE(checksum, entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(content.length, entry + 12);
    offset += padded(content.length);
    return Buffer.concat([content], padded(content.length));
  });
  return Buffer.concat([header, ...contents]);
};

/** Characters of the basic plane, by format 4 of the table. */
const glyphsOf = (cmap: Buffer): Map<number, number> => {
  const at = formatFour(cmap);
  const segments = cmap.readUInt16BE(at + 6) / 2;
  const [ends, starts] = [at + 14, at + 16 + segments * 2];
  const [deltas, offsets] = [starts + segments * 2, starts + segments * 4];
  const glyphs = new Map<number, number>();
  for (let segment = 0; segment < segments; segment += 1) {
    const [start, end] = [cmap.readUInt16BE(starts + segment * 2), cmap.readUInt16BE(ends + segment * 2)];
    const delta = cmap.readUInt16BE(deltas + segment * 2);
    const offsetAt = offsets + segment * 2;
    const offset = cmap.readUInt16BE(offsetAt);
    for (let code = start; code <= end && code !== 0xffff; code += 1) {
      const found = offset === 0 ? code : cmap.readUInt16BE(offsetAt + offset + (code - start) * 2);
      const glyph = found === 0 ? 0 : (found + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
  return glyphs;
};

const formatFour = (cmap: Buffer): number => {
  for (let table = 0; table < cmap.readUInt16BE(2); table += 1) {
    const at = cmap.readUInt32BE(8 + table * 8);
    if (cmap.readUInt16BE(at) === 4) return at;
  }
  throw new Error('The font names no characters by format 4.');
};
