import { deflateSync } from 'node:zlib';
import type { PdfFont } from './font.ts';

/**
 * A small writer of PDF 1.7 (ISO 32000-1): pages of text and lines in embedded fonts. Text can be searched and copied,
 * because each font carries the characters of its glyphs.
 */
export type Weight = 'regular' | 'bold';

/** Measures are points, from the top left corner of an A4 page. */
export const PAGE = { width: 595, height: 842 } as const;

export interface Pdf {
  startPage(): void;
  /** @param x left end of the text, or its right end */
  text(x: number, y: number, text: string, style: TextStyle & { isRight?: boolean }): void;
  widthOf(text: string, style: TextStyle): number;
  /** A thin line from left to right. */
  line(x: number, y: number, width: number): void;
  bytes(): Buffer;
}

export interface TextStyle {
  size: number;
  weight?: Weight;
  /** 0 black … 1 white */
  gray?: number;
}

interface PdfOptions {
  title: string;
  language: string;
  createdAt: Date;
  /** For each weight, the fonts that share its characters; the first that has one draws it. */
  fonts: Record<Weight, readonly PdfFont[]>;
}

interface UsedFont {
  name: string;
  font: PdfFont;
  /** Characters of the glyphs that occur. */
  characters: Map<number, number>;
}

interface Run {
  used: UsedFont;
  glyphs: number[];
}

export const createPdf = ({ title, language, createdAt, fonts }: PdfOptions): Pdf => {
  const used = new Map<PdfFont, UsedFont>();
  const pages: string[][] = [];
  const runsOf = (text: string, { weight = 'regular' }: TextStyle): Run[] => runs(text, fonts[weight], used);
  const widthOf = (text: string, style: TextStyle): number =>
    (runsOf(text, style).reduce((sum, run) => sum + runWidth(run), 0) * style.size) / 1000;
  const draw = (command: string): void => void pages.at(-1)?.push(command);

  return {
    startPage: () => void pages.push([]),
    widthOf,
    text: (x, y, text, style) => {
      const { size, gray = 0, isRight = false } = style;
      const left = isRight ? x - widthOf(text, style) : x;
      const shown = runsOf(text, style).map(
        ({ used: { name }, glyphs }) => `/${name} ${size} Tf <${glyphs.map(hex).join('')}> Tj`,
      );
      draw(`BT ${gray} g ${number(left)} ${number(PAGE.height - y)} Td ${shown.join(' ')} ET`);
    },
    line: (x, y, width) => {
      const height = number(PAGE.height - y);
      draw(`0.5 w 0.75 G ${number(x)} ${height} m ${number(x + width)} ${height} l S`);
    },
    bytes: () => fileOf(pages, [...used.values()], { title, language, createdAt }),
  };
};

const number = (value: number): string => value.toFixed(2);
const hex = (value: number): string => value.toString(16).padStart(4, '0');

/** What stands for a character that no font has. */
const SUBSTITUTE = 0x3f;

const runs = (text: string, fonts: readonly PdfFont[], used: Map<PdfFont, UsedFont>): Run[] => {
  const found: Run[] = [];
  for (const character of text) {
    const wanted = character.codePointAt(0) ?? SUBSTITUTE;
    const [font, code] = fontFor(wanted, fonts);
    const known = used.get(font) ?? { name: `F${used.size + 1}`, font, characters: new Map() };
    used.set(font, known);
    const glyph = font.glyphOf(code) ?? 0;
    known.characters.set(glyph, code);
    const last = found.at(-1);
    if (last?.used === known) last.glyphs.push(glyph);
    else found.push({ used: known, glyphs: [glyph] });
  }
  return found;
};

const fontFor = (code: number, fonts: readonly PdfFont[]): [PdfFont, number] => {
  const font = fonts.find((each) => each.glyphOf(code) !== undefined);
  if (font) return [font, code];
  const [first] = fonts;
  if (!first) throw new Error('A PDF needs a font.');
  return [first, SUBSTITUTE];
};

const runWidth = ({ used: { font }, glyphs }: Run): number =>
  glyphs.reduce((sum, glyph) => sum + font.widthOf(glyph), 0);

/** UTF-16 with its byte order mark, in hexadecimal: no character of it can end the string. */
const textString = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

/** `D:20261101060000Z` */
const dateString = (at: Date): string => `(D:${at.toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z)`;

const stream = (content: Buffer, entries = ''): Buffer => {
  const packed = deflateSync(content);
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
};

const fileOf = (
  pages: readonly (readonly string[])[],
  fonts: readonly UsedFont[],
  { title, language, createdAt }: Omit<PdfOptions, 'fonts'>,
): Buffer => {
  const objects: Buffer[] = [];
  /** Returns the reference. The first two are the catalog and the page tree, written last. */
  const add = (content: string | Buffer): string => `${objects.push(Buffer.from(content)) + 2} 0 R`;
  const fontEntries = fonts.map((used) => `/${used.name} ${addFont(used, add)}`);
  const resources = add(`<< /Font << ${fontEntries.join(' ')} >> >>`);
  const kids = pages.map((commands) => {
    const contents = add(stream(Buffer.from(commands.join('\n'))));
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources ${resources} /Contents ${contents} >>`,
    );
  });
  const info = add(
    `<< /Title ${textString(title)} /Producer (Kramar) /CreationDate ${dateString(createdAt)} >>`,
  );
  const catalog = `<< /Type /Catalog /Pages 2 0 R /Lang (${language}) /ViewerPreferences << /DisplayDocTitle true >> >>`;
  const tree = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`;
  return assemble([Buffer.from(catalog), Buffer.from(tree), ...objects], info);
};

const addFont = ({ name, font, characters }: UsedFont, add: (content: string | Buffer) => string): string => {
  const { file, box, ascent, descent, capHeight, widthOf } = font;
  const base = `KRAMAR+${name}`;
  const embedded = add(stream(file, `/Length1 ${file.length}`));
  const descriptor = add(
    `<< /Type /FontDescriptor /FontName /${base} /Flags 4 /FontBBox [${box.join(' ')}] /ItalicAngle 0 ` +
      `/Ascent ${ascent} /Descent ${descent} /CapHeight ${capHeight} /StemV 80 /FontFile2 ${embedded} >>`,
  );
  const widths = [...characters.keys()].map((glyph) => `${glyph} [${widthOf(glyph)}]`);
  const descendant = add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${base} /CIDToGIDMap /Identity /FontDescriptor ${descriptor} ` +
      `/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /W [${widths.join(' ')}] >>`,
  );
  return add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${base} /Encoding /Identity-H /DescendantFonts [${descendant}] ` +
      `/ToUnicode ${add(stream(Buffer.from(characterMap(characters))))} >>`,
  );
};

/** A section of the map names at most so many characters. */
const MAP_SECTION = 100;

const characterMap = (characters: ReadonlyMap<number, number>): string => {
  const lines = [...characters].map(([glyph, code]) => `<${hex(glyph)}> <${hex(code)}>`);
  const sections: string[] = [];
  for (let at = 0; at < lines.length; at += MAP_SECTION) {
    const part = lines.slice(at, at + MAP_SECTION);
    sections.push(`${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${sections.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
};

/** The objects one after another, and the table of where each begins. */
const assemble = (objects: readonly Buffer[], info: string): Buffer => {
  // The second line tells programs that the file is binary.
  const parts = [Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1')];
  let size = parts[0]?.length ?? 0;
  const offsets = objects.map((object, index) => {
    const at = size;
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    size += part.length;
    return at;
  });
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`);
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}` +
        `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${info} >>\nstartxref\n${size}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
};
