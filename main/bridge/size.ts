/** Bytes, roughly, of any input but a file: the longest has a few thousand characters. */
const LARGEST_INPUT = 100_000;
/** Bytes of a file, which is held in memory more than once on its way. */
const LARGEST_FILE = 512 * 1024 * 1024;

/** Why an input is too large to be read; undefined when it is not. */
export const sizeProblem = (input: unknown): string | undefined => {
  // Without recursion: a value from IPC may be nested to any depth, or contain itself.
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

/** Queues the parts for weighing; gives the weight of their names. A claimed length without elements adds no part. */
const unpack = (value: object, waiting: unknown[]): number => {
  const entries = Object.entries(value);
  for (const [, part] of entries) waiting.push(part);
  return entries.reduce((sum, [name]) => sum + name.length, 0);
};
