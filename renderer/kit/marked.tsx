import classes from './marked.module.css';

/** A text in which each occurrence of the searched words is marked. */
export const Marked = ({ text, words }: { text: string; words: readonly string[] }) =>
  partsOf(text, words).map(({ part, isFound }, index) =>
    isFound ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
      <mark key={index} className={classes.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  );

/** Whether one of the words occurs in the text, in any case of letters. */
export const hasWord = (text: string, word: string): boolean =>
  text.toLocaleLowerCase().includes(word.toLocaleLowerCase());

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

const partsOf = (text: string, words: readonly string[]): { part: string; isFound: boolean }[] => {
  if (words.length === 0) return [{ part: text, isFound: false }];
  const pattern = new RegExp(`(${words.map(escaped).join('|')})`, 'giu');
  // With a capturing group, split gives every second part as found.
  return text.split(pattern).map((part, index) => ({ part, isFound: index % 2 === 1 }));
};
