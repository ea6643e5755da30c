import type { Schema } from './schemas.ts';

const number = (value: unknown) => String(value).replace(/\B(?=(\d{3})+$)/g, ' ');

/** The limits that a schema states, for people: "1 to 255 characters." Answers state none. */
export const inWords = (schema: Schema): string =>
  [length(schema), range(schema), count(schema), fallback(schema)].filter((text) => text !== '').join(' ');

const length = ({ maxLength, minLength, pattern }: Schema): string => {
  if (maxLength === undefined) return '';
  const trimmed = pattern === undefined && minLength ? '' : ' Spaces around it are cut off first.';
  return `${minLength ? 'Not blank, at' : 'At'} most ${number(maxLength)} characters.${trimmed}`;
};

const range = ({ minimum, maximum, anyOf }: Schema): string => {
  const ranged = anyOf?.find((part) => part.maximum !== undefined);
  if (ranged) return range(ranged);
  // An id has no limits worth a word.
  if (maximum === undefined || maximum === Number.MAX_SAFE_INTEGER) return '';
  return `${number(minimum)} to ${number(maximum)}.`;
};

const count = ({ maxItems }: Schema): string =>
  maxItems === undefined ? '' : `At most ${number(maxItems)} of them.`;

const fallback = ({ default: value }: Schema): string =>
  typeof value === 'number' && value !== 0 ? `Default: ${value}.` : '';
