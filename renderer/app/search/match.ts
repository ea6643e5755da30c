/** Matching of typed words with the phrases of what can be found: pure. */

/** How a text was found in a phrase: word by word, in all of it but for endings, or in a part of it. */
export type Match = 'exact' | 'whole' | 'part';

/** From this length on a word is also found by its beginning without the last two letters: готівка, готівкою. */
const STEM_FROM = 5;
const ENDING = 2;

/** Lower case, without apostrophes (’, ' and ʼ are typed alike) and punctuation. */
export const wordsOf = (text: string): string[] =>
  text
    .toLocaleLowerCase('uk')
    .replaceAll(/[’'ʼ`]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const stemOf = (word: string): string => (word.length < STEM_FROM ? word : word.slice(0, -ENDING));

const begins = (typed: string, word: string): boolean => word.startsWith(stemOf(typed));

const isSameWord = (typed: string, word: string): boolean =>
  typed === word ||
  (typed.length >= STEM_FROM && Math.abs(typed.length - word.length) <= ENDING && begins(typed, word));

/** @param typed words of the text; undefined: not found */
export const matchPhrase = (typed: readonly string[], phrase: string): Match | undefined => {
  if (typed.length === 0) return undefined;
  const words = wordsOf(phrase);
  if (typed.join(' ') === words.join(' ')) return 'exact';
  if (typed.length === words.length && typed.every((each, at) => isSameWord(each, words[at] ?? '')))
    return 'whole';
  return typed.every((each) => words.some((word) => begins(each, word))) ? 'part' : undefined;
};

const BEST_FIRST: readonly Match[] = ['exact', 'whole', 'part'];

/** The best match among phrases. */
export const matchPhrases = (typed: readonly string[], phrases: readonly string[]): Match | undefined => {
  const found = new Set(phrases.map((phrase) => matchPhrase(typed, phrase)));
  return BEST_FIRST.find((match) => found.has(match));
};

const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const UKRAINIAN = '’йцукенгшщзхїфівапролджєячсмитьбю';

/** The text as the same keys type it in the other keyboard layout: `ujnsdrf` is готівка. */
export const inOtherLayout = (text: string): string => {
  const lower = text.toLocaleLowerCase('uk');
  const [from, to] = /\p{Script=Cyrillic}/u.test(lower) ? [UKRAINIAN, LATIN] : [LATIN, UKRAINIAN];
  return [...lower].map((each) => to[from.indexOf(each)] ?? each).join('');
};
