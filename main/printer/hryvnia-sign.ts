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
