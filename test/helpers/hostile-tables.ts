import { constants, crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';

// Table files that fill the memory or never end: small as they are sent, huge as they are read.

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Part {
  name: string;
  deflated: Buffer;
  /** Unpacked, as the archive claims. */
  size: number;
  crc: number;
}

const partOf = (name: string, text: string | Buffer): Part => {
  const bytes = Buffer.from(text as string);
  return { name, deflated: deflateRawSync(bytes), size: bytes.length, crc: crc32(bytes) };
};

/** A deflate stream that repeats a text many times, generated without ever having all of it in memory. */
const repeated = async (name: string, text: string, times: number, before = ''): Promise<Part> => {
  const perBlock = Math.max(1, Math.floor(1_000_000 / text.length));
  const flushed = (bytes: Buffer): Promise<Buffer> =>
    new Promise((resolve) => {
      const stream = createDeflateRaw({ level: 9 });
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.write(bytes);
      // Ends at a byte and refers to nothing before it, so that it can be repeated.
      stream.flush(constants.Z_FULL_FLUSH, () => resolve(Buffer.concat(chunks)));
    });
  const block = await flushed(Buffer.from(text.repeat(perBlock)));
  const first = before === '' ? [] : [await flushed(Buffer.from(before))];
  const blocks = Array.from({ length: Math.ceil(times / perBlock) }, () => block);
  const end = Buffer.from([3, 0]);
  const size = before.length + blocks.length * perBlock * text.length;
  return { name, deflated: Buffer.concat([...first, ...blocks, end]), size, crc: 0 };
};

const zipOfParts = (parts: readonly Part[]): Buffer => {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, deflated, size, crc } of parts) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc, 10);
    fields.writeUInt32LE(deflated.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(name.length, 22);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(offset, 10);
    local.push(Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), deflated);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, more, Buffer.from(name));
    offset += 30 + name.length + deflated.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, listed, end]);
};

const relations = (...list: readonly [id: string, type: string, target: string][]): string =>
  `<Relationships>${list
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const EMPTY = partOf('xl/strings.xml', '<sst/>');

/** A workbook of one sheet, with any content. */
const bookOf = (sheet: Part, strings: Part = EMPTY, ...others: readonly Part[]): Buffer =>
  zipOfParts([
    partOf('_rels/.rels', relations(['r', 'officeDocument', 'xl/workbook.xml'])),
    partOf(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="s"/></sheets></workbook>`,
    ),
    partOf(
      'xl/_rels/workbook.xml.rels',
      relations(['s', 'worksheet', 'sheet.xml'], ['t', 'sharedStrings', 'strings.xml']),
    ),
    ...[sheet, strings, ...others],
  ]);

const SHEET = 'xl/sheet.xml';
const STRINGS = 'xl/strings.xml';
const sheetOf = (content: string): Part =>
  partOf(SHEET, `<worksheet><sheetData>${content}</sheetData></worksheet>`);
const NOTHING = sheetOf('');

const textCell = (place: string, text: string): string =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;

const declared = async (size: number): Promise<Buffer> => {
  const bomb = await repeated(SHEET, '\0', 10_000_000_000);
  return bookOf({ ...bomb, size });
};

/** By what exceeds a limit in it; the limit as the refusal names it. */
export const HOSTILE_BOOKS: Readonly<Record<string, [file: () => Promise<Buffer>, limit: RegExp]>> = {
  '42 million nested elements': [
    async () => bookOf(await repeated(SHEET, '<a>', 42_000_000, '<worksheet>')),
    /nested more than 100 deep/,
  ],
  '24 million empty shared strings': [
    async () => bookOf(NOTHING, await repeated(STRINGS, '<si/>', 24_000_000, '<sst>')),
    /more than 4000000 elements/,
  ],
  'ten gigabytes of zeros': [() => declared(0xf000_0000), /^Unpacked, the workbook is larger than 128 MB/],
  'ten gigabytes of zeros that claim to be 100 MB': [() => declared(100_000_000), /damaged/],
  'a part that claims to be smaller than it is': [
    async () => bookOf({ ...sheetOf(`<row>${textCell('A1', 'x'.repeat(1000))}</row>`), size: 100 }),
    /damaged/,
  ],
  'sixty thousand parts': [
    async () => {
      const empty = partOf('', '');
      const others = Array.from({ length: 60_000 }, (_, index) => ({ ...empty, name: `${index}` }));
      return bookOf(NOTHING, EMPTY, ...others);
    },
    /more than 10000 parts/,
  ],
  'one shared string of 100 million characters': [
    async () => bookOf(NOTHING, await repeated(STRINGS, 'x', 100_000_000, '<sst><si><t>')),
    /an element of more than 1048576 characters/,
  ],
  'a text in a thousand runs': [
    async () =>
      bookOf(NOTHING, await repeated(STRINGS, `<r><t>${'x'.repeat(990)}</t></r>`, 1000, '<sst><si>')),
    /A cell holds more than 32767 characters/,
  ],
  'many long shared strings': [
    async () =>
      bookOf(NOTHING, await repeated(STRINGS, `<si><t>${'x'.repeat(30_000)}</t></si>`, 4000, '<sst>')),
    /more than 33554432 characters/,
  ],
  'a shared string in very many cells': [
    async () => {
      const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`;
      return bookOf(
        sheetOf(row.repeat(10)),
        partOf(STRINGS, `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`),
      );
    },
    /more than 33554432 characters/,
  ],
  'a cell in the last corner of the sheet': [
    async () => bookOf(sheetOf(`<row r="1048576">${textCell('XFD1048576', 'x')}</row>`)),
    /more than 256 columns/,
  ],
  'rows that are filled up to a far cell': [
    async () => bookOf(sheetOf(`<row>${textCell('IV1', 'x')}</row>`.repeat(20_000))),
    /more than 3000000 cells/,
  ],
  'entities within entities': [
    async () => {
      const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`);
      const types = `<!DOCTYPE worksheet [<!ENTITY l0 "lol">${laughs.join('')}]>`;
      return bookOf(
        partOf(SHEET, `${types}<worksheet><sheetData><row><c><v>&l9;</v></c></row></sheetData></worksheet>`),
      );
    },
    /declares a document type/,
  ],
  'an element with a hundred thousand attributes': [
    async () => bookOf(sheetOf(`<row ${Array.from({ length: 100_000 }, (_, n) => `a${n}="1"`).join(' ')}/>`)),
    /more than 200 attributes/,
  ],
  'an attribute of ten million characters': [
    async () => bookOf(await repeated(SHEET, 'x', 10_000_000, '<worksheet a="')),
    /an element of more than 1048576 characters/,
  ],
  'a comment of ten million characters': [
    async () => bookOf(await repeated(SHEET, 'x', 10_000_000, '<worksheet><!-- ')),
    /an element of more than 1048576 characters/,
  ],
};

const MEGABYTE = 1024 * 1024;

/** Likewise, of CSV. */
export const HOSTILE_CSV: Readonly<Record<string, [file: () => Promise<Buffer>, limit: RegExp]>> = {
  'fifteen million cells in a row': [
    async () => Buffer.alloc(15 * MEGABYTE, ';a'),
    /Row 1 has more than 262144 characters/,
  ],
  'three hundred columns': [
    async () => Buffer.from(`${Array.from({ length: 300 }, (_, n) => `c${n}`).join(';')}\n`),
    /more than 256 columns/,
  ],
  'rows of empty cells': [
    async () => Buffer.from(`a${';'.repeat(255)}\n`.repeat(20_000)),
    /more than 3000000 cells/,
  ],
  'fifteen million empty rows': [
    async () => Buffer.alloc(15 * MEGABYTE, '\n'),
    /more than 1048576 rows, the empty ones included/,
  ],
  'fifteen million quotation marks': [async () => Buffer.alloc(15 * MEGABYTE - 1, '"'), /quotation mark/],
};
