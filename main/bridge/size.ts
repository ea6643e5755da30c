/** What anything but a file may weigh, roughly in bytes: the longest input there is has a few thousand characters. */
const LARGEST_INPUT = 100_000;
/** A file is held in memory, more than once on its way. */
const LARGEST_FILE = 512 * 1024 * 1024;

/** Why an input is too large to be looked at; undefined: it is not. */
export const sizeProblem = (input: unknown): string | undefined => {
  // Not by recursion: what comes over IPC may be nested as deep as it likes, or be a part of itself.
  const waiting: unknown[] = [input];
  let weight = 0;
  let bytes = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    weight += 8;
    if (typeof value === 'string') weight += value.length;
    else if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) bytes += value.byteLength;
    else if (typeof value === 'object' && value !== null) weight += unpack(value, waiting);
    if (weight > LARGEST_INPUT) return 'It is too large.';
    if (bytes > LARGEST_FILE) return 'The file is too large: at most 512 MB.';
  }
  return undefined;
};

/** Puts the parts where they are weighed; gives what their names weigh. An empty length that is claimed is no part. */
const unpack = (value: object, waiting: unknown[]): number => {
  const entries = Object.entries(value);
  for (const [, part] of entries) waiting.push(part);
  return entries.reduce((sum, [name]) => sum + name.length, 0);
};
