import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CodePage, printableText } from '../../main/printer/code-pages.ts';
import { encodePaper, PAPER_WIDTHS, type PaperFormat } from '../../main/printer/encode.ts';
import { linesOf, wrapText } from '../../main/printer/layout.ts';
import { anyCharacter } from '../helpers/any-text.ts';
import { pictureFile, readEscPos, textOf } from '../helpers/escpos.ts';
import { hasQrReader, readQr, WITHOUT_QR_READER } from '../helpers/qr-reader.ts';

const CP866: CodePage = { name: 'cp866', table: 17 };
const CODE_PAGES: CodePage[] = [
  CP866,
  { name: 'windows1251', table: 46 },
  { name: 'windows1251', table: 23 },
  { name: 'cp1125', table: 44 },
];
const format = (changes: Partial<PaperFormat> = {}): PaperFormat => ({
  width: 80,
  codePage: CP866,
  qr: 'native',
  ...changes,
});
const COLUMNS = { 58: 32, 80: 48 } as const;

/** Every letter of the alphabet, apostrophes and quotation marks. */
const ALPHABET = 'АаБбВвГгҐґДдЕеЄєЖжЗзИиІіЇїЙйКкЛлМмНнОоПпРрСсТтУуФфХхЦцЧчШшЩщЬьЮюЯя';

describe('text', () => {
  test.each(CODE_PAGES)('is read back as it was written: $name/$table', (codePage) => {
    const text = `${ALPHABET} «М’ята» № 5 — 1 234,50 ₴`;
    const bytes = encodePaper([{ kind: 'text', text }], format({ codePage }));
    const letters = codePage.name === 'cp866' ? ALPHABET.replace('Ґґ', 'Гг').replace('Іі', 'Ii') : ALPHABET;
    expect(textOf(readEscPos(bytes)).join('').replaceAll(' ', '')).toBe(
      `${letters}"М'ята"№5-1234,50₴`.replaceAll(' ', ''),
    );
  });

  test.each([
    ['₴', '₴'],
    ['1 234,50 ₴', '1 234,50 ₴'],
    ['Кава 🙂👍🏽👨‍👩‍👧 смачна 🇺🇦', 'Кава  смачна '],
    ['café naïve', 'cafe naive'],
    ['½ кг × 2 • 20 °C', '1/2 кг x 2 * 20 oC'],
    ['Труба 1½ №5 м² “п’ять” – є', `Труба 1 1/2 №5 м2 "п'ять" - є`],
    ['ⅷ ﬁ', 'viii fi'],
    ['漢字', '??'],
    ['й ї', 'й ї'],
    ['a\u00adb\u200bc\ufeff', 'abc'],
    ['x\u001b@\u001bp\u0000y\nz\u0010\u0004', 'x @ p y z  '],
  ])('what the printer lacks is replaced: %j', (text, expected) => {
    expect(printableText(text, CP866)).toBe(expected);
  });

  test('is preceded by FS ., without which Chinese printers take its bytes for hieroglyphs', () => {
    for (const codePage of CODE_PAGES) {
      const bytes = Buffer.from(encodePaper([{ kind: 'text', text: 'Їжак' }], format({ codePage })));
      expect(bytes.indexOf(Buffer.from([0x1c, 0x2e]))).toBeGreaterThan(0);
      expect(bytes.indexOf(Buffer.from([0x1c, 0x2e]))).toBeLessThan(bytes.indexOf('\n'));
      // FS & would turn them on again.
      expect(bytes.includes(Buffer.from([0x1c, 0x26]))).toBe(false);
    }
  });

  test('no text can become a command: only letters, signs and spaces are left of any of them', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.constantFrom(...CODE_PAGES), (text, codePage) => {
        expect(printableText(text, codePage)).toMatch(/^[ -~А-яЁёЄєЇїІіҐґ№₴]*$/);
        const { pulses, cuts, qrs, images, requests } = readEscPos(
          encodePaper([{ kind: 'text', text }], format({ codePage })),
        );
        expect({ pulses, cuts, qrs, images, requests }).toEqual({
          pulses: 0,
          cuts: 1,
          qrs: [],
          images: [],
          requests: [],
        });
      }),
    );
  });
});

describe('lines', () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom('а', 'б', 'W', '7'), maxLength: 60 }), {
    maxLength: 12,
  });

  test('are never wider than the paper, and lose no letter', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 48 }), (parts, columns) => {
        const lines = wrapText(parts.join(' '), columns);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
        expect(lines.join('').replaceAll(' ', '')).toBe(parts.join(''));
      }),
    );
  });

  test('a sum ends at the right edge, whatever stands before it', () => {
    fc.assert(
      fc.property(words, fc.constantFrom(32, 48), (parts, columns) => {
        const left = parts.join(' ');
        const lines = linesOf({ kind: 'sum', text: left, value: '1 234,50 ₴' }, columns, (text) =>
          printableText(text, CP866),
        );
        expect(lines.at(-1)?.text).toHaveLength(columns);
        expect(lines.at(-1)?.text.endsWith('1 234,50 ₴')).toBe(true);
        for (const { text } of lines) expect(text.length).toBeLessThanOrEqual(columns);
      }),
    );
  });

  test.each(PAPER_WIDTHS)(
    '%i mm: a long name is wrapped at words, large text takes half as many',
    (width) => {
      const name = 'Кава зернова смажена «Ефіопія Їргачеф» середнього обсмаження, 1000 г';
      const { lines } = readEscPos(
        encodePaper(
          [
            { kind: 'text', text: name },
            { kind: 'total', text: 'Разом', value: '1 234,50 ₴' },
          ],
          format({ width }),
        ),
      );
      const small = lines.filter(({ isLarge, text }) => !isLarge && text.trim() !== '');
      expect(small.length).toBeGreaterThan(1);
      expect(small.map(({ text }) => text.trim()).join(' ')).toBe(printableText(name, CP866));
      for (const { text, isLarge } of lines)
        expect(text.trimEnd().length).toBeLessThanOrEqual(isLarge ? COLUMNS[width] / 2 : COLUMNS[width]);
      const total = lines.filter(({ isLarge }) => isLarge);
      expect(total.map(({ text }) => text.trim()).join(' ')).toMatch(/^РАЗОМ +1 234,50 ₴$/);
      expect(total.every(({ isBold }) => isBold)).toBe(true);
    },
  );
});

describe('a QR code', () => {
  const data = 'https://pay.example.com/250302AbCdEfGhIjKl?lang=uk';

  test('by the command of the printer holds the data', () => {
    expect(readEscPos(encodePaper([{ kind: 'qr', value: data }], format())).qrs).toEqual([data]);
  });

  test.for(PAPER_WIDTHS)('drawn for %i mm is read by a scanner', (width, { skip }) => {
    if (!hasQrReader()) skip(WITHOUT_QR_READER);
    const { images, qrs } = readEscPos(
      encodePaper([{ kind: 'qr', value: data }], format({ width, qr: 'image' })),
    );
    expect(qrs).toEqual([]);
    expect(images).toHaveLength(1);
    const [rows = []] = images;
    expect(rows[0]?.length).toBeLessThanOrEqual(width === 58 ? 384 : 576);
    const input = pictureFile(rows);
    expect(readQr(input)).toBe(data);
  });
});

test('a paper is cut once, and the drawer is opened only when it should be', () => {
  const read = (opensDrawer: boolean) =>
    readEscPos(encodePaper([{ kind: 'rule' }], format(), { opensDrawer }));
  expect(read(false)).toMatchObject({ cuts: 1, pulses: 0 });
  expect(read(true)).toMatchObject({ cuts: 1, pulses: 1 });
});
