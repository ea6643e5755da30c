import type { Outcome } from './command.ts';
import type { Streams } from './input.ts';
import type { Refusal } from './refusals.ts';

/** Prints to stdout: one JSON object, or text for people. */
export const print = ({ json, lines }: Outcome, isJson: boolean, { stdout }: Streams): Promise<void> =>
  isJson || lines.length > 0
    ? write(stdout, isJson ? [printableJson(json)] : lines.map(printable))
    : Promise.resolve();

/**
 * Prints for people to stderr, so that a program that reads stdout is not misled. The reason comes last, where the eye
 * is: above it how a wrong call is right.
 */
export const printRefusal = (
  { code, detail, errors, more = [], hint = [] }: Refusal,
  isJson: boolean,
  { stdout, stderr }: Streams,
): Promise<void> => {
  if (!isJson) {
    const reasons = detail.split('\n').map(printable);
    if (hint.length === 0) return write(stderr, [...reasons, ...more.map(printable)]);
    return write(stderr, [...hint.map(printable), '', ...reasons.map((reason) => `error: ${reason}`)]);
  }
  const object = {
    ok: false,
    code,
    detail: [detail, ...more.map((line) => line.trim())].join(' '),
    ...(errors === undefined ? {} : { errors }),
  };
  return write(stdout, [printableJson(object)]);
};

/**
 * What controls a terminal or the order of its text: C0, DEL and C1 (U+009B begins a command as ESC [ does), line
 * separators, and the marks, embeddings, overrides and isolates of bidirectional text (UAX #9).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const AROUND_CONTROLS = new RegExp(`\\s*(?:${CONTROLS.source})+\\s*`, 'g');

/** Makes one line: a name from the bank or the database must not control the terminal. */
const printable = (text: string): string => text.replaceAll(AROUND_CONTROLS, ' ');

/** The same value for a program that reads it: JSON.stringify escapes C0 alone. */
const printableJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    CONTROLS,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const ignored = () => undefined;
/** A closed terminal, or a pipe without a reader, is no failure. May be called again: it listens once a stream. */
export const ignoreClosedReader = (stream: NodeJS.WritableStream): void =>
  void stream.off('error', ignored).on('error', ignored);

/** Settles when the text is written. */
const write = (stream: NodeJS.WritableStream, lines: readonly string[]): Promise<void> => {
  ignoreClosedReader(stream);
  return new Promise((done) => stream.write(`${lines.join('\n')}\n`, () => done()));
};
