/** Repeatable random numbers: the same seed gives the same shop on every machine. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** Both ends included. */
  integer(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Picks in proportion to the weights. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T;
}

/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
const hash = (text: string): number => {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return state >>> 0;
};

/** Mulberry32 (https://gist.github.com/tommyettinger/46a874533244883189143505d203312c): short, and uniform enough. */
export const createRandom = (seed: string): Random => {
  let state = hash(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const weighted = <T>(choices: readonly (readonly [T, number])[]): T => {
    let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    return last(choices)[0];
  };
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[integer(0, choices.length - 1)] ?? last(choices),
    weighted,
  };
};

const last = <T>(choices: readonly T[]): T => {
  const choice = choices.at(-1);
  if (choice === undefined) throw new Error('There is nothing to choose from.');
  return choice;
};
