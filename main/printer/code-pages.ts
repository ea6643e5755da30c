/**
 * The sign of the hryvnia as a picture within a line of text: no code page of a receipt printer has it. ESC * is among
 * the oldest commands of receipt printers, so that one which lacks it is hard to find.
 */

export const HRYVNIA_SIGN = '₴';

/** A character of Font A: 12 dots wide, 24 high, its letters between the fourth row and the twentieth. */
const PICTURE = [
  '            ',
  '            ',
  '            ',
  '   ######   ',
  '  ########  ',
  '  ##    ### ',
  '         ## ',
  '         ## ',
  '        ### ',
  ' ########## ',
  ' ########## ',
  '    ####    ',
  ' ########## ',
  ' ########## ',
  ' ###        ',
  ' ##         ',
  ' ##         ',
  ' ###    ##  ',
  '  ########  ',
  '   ######   ',
  '            ',
  '            ',
  '            ',
  '            ',
] as const;
const WIDTH = 12;
const BITS = 8;
/** Dots by the head's full density, in both directions. */
const DENSE = 33;

/** A column of dots, the topmost the highest bit. */
const columnOf = (at: number): number[] =>
  Array.from({ length: PICTURE.length / BITS }, (_, byte) =>
    PICTURE.slice(byte * BITS, (byte + 1) * BITS).reduce(
      (sum, row) => sum * 2 + (row[at] === '#' ? 1 : 0),
      0,
    ),
  );

/** The bytes of the sign. @param characters the room of a character: 2 in large text, at whose end it stands */
export const hryvniaSign = (characters: number): Uint8Array => {
  const blank = Array<number>((characters - 1) * WIDTH * (PICTURE.length / BITS)).fill(0);
  const dots = Array.from({ length: WIDTH }, (_, at) => columnOf(at)).flat();
  return Uint8Array.from([0x1b, 0x2a, DENSE, characters * WIDTH, 0, ...blank, ...dots]);
};

/** What a code page of a receipt printer can show, and what is printed in place of the rest. */

const CODE_PAGES = ['cp866', 'windows1251', 'cp1125'] as const;
type CodePageName = (typeof CODE_PAGES)[number];

export interface CodePage {
  name: CodePageName;
  /** Its number in the printer: printers of different makers number the same code page differently. */
  table: number;
}

/** What the test page tries, the first by default: nearly every printer has CP866 as table 17. */
export const USUAL_CODE_PAGES = ['cp866/17', 'windows1251/46', 'windows1251/23', 'cp1125/44'] as const;

/** `cp866/17` → its name and number; undefined: it is no code page. */
export const parseCodePage = (text: string): CodePage | undefined => {
  const [, name, table] = /^(\w+)\/(\d{1,3})$/.exec(text) ?? [];
  const known = CODE_PAGES.find((each) => each === name);
  return known && Number(table) <= 255 ? { name: known, table: Number(table) } : undefined;
};

/** In none of the code pages, or not in each of them. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '…': '...',
  '×': 'x',
  '•': '*',
  '™': '(TM)',
  '©': '(c)',
  '®': '(R)',
  '°': 'o',
  '²': '2',
  '³': '3',
  '⁄': '/',
  '∕': '/',
  '±': '+/-',
  '÷': ':',
  '≤': '<=',
  '≥': '>=',
  '≈': '~',
  '→': '->',
  '←': '<-',
  µ: 'мк',
  μ: 'мк',
  Ø: 'D',
  '⌀': 'D',
  '·': '*',
  '√': 'V',
};

/** `1½` is one and a half, not 11/2. */
const VULGAR_FRACTION = /(?<=\d)(?=[¼-¾⅐-⅞])/gu;

/** CP866 has no і and no ґ: the Latin letter looks the same on paper, and г is what typewriters wrote. */
const CP866_LETTERS: Readonly<Record<string, string>> = { і: 'i', І: 'I', ґ: 'г', Ґ: 'Г' };

const IN_ALL = /[ -~А-яЁёЄєЇї№]/;
const UKRAINIAN = /[іІґҐ]/;

const replaced = (character: string, { name }: CodePage): string => {
  if (IN_ALL.test(character) || character === HRYVNIA_SIGN) return character;
  if (UKRAINIAN.test(character)) return name === 'cp866' ? (CP866_LETTERS[character] ?? '?') : character;
  const known = REPLACEMENTS[character];
  if (known !== undefined) return known;
  // An accent is left out: é → e.
  const bare = character
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('⁄', '/')
    .replaceAll('°', 'o');
  return bare !== '' && [...bare].every((each) => IN_ALL.test(each)) ? bare : '?';
};

/**
 * The text as the printer can print it, one byte a character; the sign of the hryvnia stays, to be drawn. Emoji are left out. Control characters become spaces: a
 * product's name must not be able to open the drawer.
 */
export const printableText = (text: string, codePage: CodePage): string => {
  const plain = text
    .normalize('NFC')
    .replaceAll(
      /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u{fe0f}|\u{200d}|\u{20e3}/gu,
      (found) => (Object.hasOwn(REPLACEMENTS, found) ? found : ''),
    )
    .replaceAll(/[\p{Cf}]/gu, '')
    .replaceAll(/[\p{Cc}\p{Z}]/gu, ' ')
    .replaceAll(VULGAR_FRACTION, ' ')
    .replaceAll(/[«»„“”‟″]/g, '"')
    .replaceAll(/[’‘‛ʼ′`]/g, "'")
    .replaceAll(/[‐‑‒–—―−]/g, '-');
  return [...plain].map((character) => replaced(character, codePage)).join('');
};
