export interface Option {
  id: number;
  name: string;
  short_name?: string;
}

/** As many as one looks through; more are found by typing. */
const SHOWN = 100;

const fold = (text: string): string => text.trim().replace(/\s+/gu, ' ').toLocaleLowerCase('uk');

/** Those whose name has every word of it. */
export const filterByWords = <One extends Option>(all: readonly One[], typed: string): One[] => {
  const words = fold(typed).split(' ');
  return all.filter(({ name, short_name = '' }) => {
    const text = fold(`${name} ${short_name}`);
    return words.every((word) => text.includes(word));
  });
};

/** What is offered for what is typed, and whether it is the name of a new one. */
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
