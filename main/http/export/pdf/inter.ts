import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fontsFolder } from '../../../platform/places-on-disk.ts';
import type { Weight } from './document.ts';
import { type PdfFont, readFont } from './font.ts';

const WEIGHTS: Record<Weight, number> = { regular: 400, bold: 700 };
/** The package has a file for each group of characters: the first has digits and punctuation too. */
const CHARACTERS = ['latin', 'cyrillic'] as const;

/** The font of the screens, for papers that the service makes. */
export const readInter = (): Record<Weight, PdfFont[]> => {
  const read = (weight: Weight): PdfFont[] =>
    CHARACTERS.map((characters) =>
      readFont(readFileSync(join(fontsFolder(), `inter-${characters}-${WEIGHTS[weight]}-normal.woff`))),
    );
  return { regular: read('regular'), bold: read('bold') };
};
