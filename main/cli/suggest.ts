/** Words that people of other programs type, and ours. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  remove: ['delete', 'del', 'rm', 'erase'],
  delete: ['remove', 'rm', 'del', 'erase'],
  list: ['ls', 'show', 'all', 'get'],
  add: ['new', 'create', 'make'],
  create: ['new', 'add', 'make'],
  set: ['edit', 'change', 'update', 'modify'],
  revoke: ['delete', 'remove', 'rm'],
  rename: ['name', 'mv'],
  restore: ['recover'],
  verify: ['check', 'test'],
};

/** Edits that make one word of the other: a letter more, less, another, or two swapped (Damerau, Levenshtein). */
const distance = (from: string, to: string): number => {
  const rows = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const at = (up: number, left: number) => rows[row - up]?.[column - left] ?? 0;
      const isSame = from[row - 1] === to[column - 1];
      const isSwap =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      line[column] = Math.min(
        at(1, 0) + 1,
        (line[column - 1] ?? 0) + 1,
        at(1, 1) + (isSame ? 0 : 1),
        isSwap ? at(2, 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(line);
  }
  return rows[from.length]?.[to.length] ?? 0;
};

/** A third of the word may be wrong. */
const isNear = (typed: string, known: string): boolean =>
  distance(typed, known) <= Math.max(1, Math.floor(known.length / 3));

/** The known word that was probably meant. */
export const nearest = (typed: string, known: readonly string[]): string | undefined =>
  known
    .filter((word) => isNear(typed, word))
    .sort((one, other) => distance(typed, one) - distance(typed, other))[0];

/** The command that was probably meant by the first words, in either order, or by a word of other programs. */
export const nearestCommand = (
  [first = '', second = '']: readonly string[],
  commands: readonly string[],
): string | undefined => {
  const spellings = [`${first} ${second}`.trim(), `${second} ${first}`.trim(), first];
  const isMeant = (name: string): boolean => {
    const [noun = '', verb = ''] = name.split(' ');
    return spellings.some((spelling) => {
      const [typedNoun = '', typedVerb = ''] = spelling.split(' ');
      return isNear(typedNoun, noun) && (SYNONYMS[verb]?.includes(typedVerb) ?? false);
    });
  };
  const [exact, ...others] = spellings.map((spelling) => nearest(spelling, commands));
  // A word of another program is no slip of the fingers, however near it is to another word of ours.
  return commands.find(isMeant) ?? exact ?? others.find((found) => found !== undefined);
};
