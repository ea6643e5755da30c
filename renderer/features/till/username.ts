/** Makes a username from a till's name: pure. */

/**
 * Transliteration: Resolution 55 of the Cabinet of Ministers, 27 January 2010
 * (https://zakon.rada.gov.ua/laws/show/55-2010-п). The soft sign and the apostrophe are left out.
 */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'h', ґ: 'g', д: 'd', е: 'e', є: 'ie', ж: 'zh', з: 'z', и: 'y' },
  ...{ і: 'i', ї: 'i', й: 'i', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's' },
  ...{ т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ю: 'iu', я: 'ia' },
  ...{ ь: '', ъ: '', ы: 'y', э: 'e', ё: 'e' },
};
/** The letters at the beginning of a word. */
const FIRST: Readonly<Record<string, string>> = { є: 'ye', ї: 'yi', й: 'y', ю: 'yu', я: 'ya' };

const MAX_LENGTH = 40;
const NAMELESS = 'kasa';

const latinWord = (word: string): string =>
  [...word.replaceAll('зг', 'zgh')]
    .map((letter, at) => (at === 0 ? FIRST[letter] : undefined) ?? LETTERS[letter] ?? letter)
    .join('');

/** `Каса біля вікна` → `kasa-bilia-vikna`; letters, digits and hyphens, and a letter among them. */
export const usernameFrom = (name: string): string => {
  const latin = name
    .toLowerCase()
    .replaceAll(/['’ʼ`]/g, '')
    .split(/[^\p{L}\d]+/u)
    .map((word) => latinWord(word))
    .join('-')
    .replaceAll(/[^a-z\d-]+/g, '')
    .replaceAll(/-{2,}/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
  // The command line would read a bare number as an id.
  if (latin === '') return NAMELESS;
  return /[a-z]/.test(latin) ? latin : `${NAMELESS}-${latin}`;
};

/** Appends a number to a taken username. */
export const freeUsername = (name: string, taken: readonly string[]): string => {
  const wanted = usernameFrom(name);
  const isTaken = (username: string) => taken.some((other) => other.toLowerCase() === username);
  for (let number = 1; ; number += 1) {
    const username = number === 1 ? wanted : `${wanted}-${number}`;
    if (!isTaken(username)) return username;
  }
};
