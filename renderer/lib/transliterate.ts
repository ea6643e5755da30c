/** Ukrainian letters in Latin ones, by the table of the Cabinet of Ministers (resolution 55 of 2010). */
const LETTERS: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'h',
  ґ: 'g',
  д: 'd',
  е: 'e',
  є: 'ie',
  ж: 'zh',
  з: 'z',
  и: 'y',
  і: 'i',
  ї: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ю: 'iu',
  я: 'ia',
};
const AT_START: Record<string, string> = { є: 'ye', ї: 'yi', й: 'y', ю: 'yu', я: 'ya' };

const transliterate = (word: string): string =>
  [...word.toLowerCase().replaceAll('зг', 'zgh')]
    .map((letter, at) => (at === 0 ? AT_START[letter] : undefined) ?? LETTERS[letter] ?? letter)
    .join('')
    .replaceAll(/[^a-z0-9]/g, '');

/** The sign-in name of a person, from the first word of their name: Олена Марченко → olena. "": it has no letters. */
export const usernameOf = (fullName: string): string => {
  const name = transliterate(fullName.trim().split(/\s+/, 1)[0] ?? '');
  return /[a-z]/.test(name) ? name : '';
};
