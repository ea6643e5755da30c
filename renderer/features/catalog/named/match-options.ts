export interface Option {
  id: number;
  name: string;
  short_name?: string;
}

/** The most options shown; typing finds the others. */
const SHOWN = 100;

const fold = (text: string): string => text.trim().replace(/\s+/gu, ' ').toLocaleLowerCase('uk');

/** The options whose name contains every typed word. */
export const filterByWords = <One extends Option>(all: readonly One[], typed: string): One[] => {
  const words = fold(typed).split(' ');
  return all.filter(({ name, short_name = '' }) => {
    const text = fold(`${name} ${short_name}`);
    return words.every((word) => text.includes(word));
  });
};

/** The matching options, and whether the text is a new name. */
export const findOptions = (all: readonly Option[], typed: string) => {
  const name = typed.trim().replace(/\s+/gu, ' ');
  const found = filterByWords(all, typed);
  return {
    name,
    found: found.slice(0, SHOWN),
    more: Math.max(0, found.length - SHOWN),
    isNew: name !== '' && !all.some((option) => fold(option.name) === fold(name)),
  };
};
