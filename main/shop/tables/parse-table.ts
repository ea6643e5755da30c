import type { TaskContext } from '../../store/threads/serve-tasks.ts';
import { countProductNames } from '../catalog/import/columns.ts';
import { readTable } from './read-table.ts';
import type { Reading, TableHints } from './table.ts';
import { parseTill } from './till.ts';

/** Parsers of table files, by name. The rows are sent in parts, the rest is the result. */
const KINDS = {
  products: async (file: Buffer, hints: TableHints, reading: Reading) => {
    const { facts, rows } = await readTable(file, hints, reading, countProductNames);
    return { head: facts, rows };
  },
  till: async (file: Buffer, hints: TableHints & { columns?: string | undefined }, reading: Reading) => {
    const { rows, ...head } = await parseTill(file, hints, reading);
    return { head, rows };
  },
};

export type TableKinds = typeof KINDS;
type Kind = keyof TableKinds;

type TablePart = { progress: { done: number; total: number } } | { rows: unknown[] };

export interface TableTask {
  name: 'parseTable';
  args: [kind: Kind, file: Uint8Array, hints: Parameters<TableKinds[Kind]>[1]];
  result: unknown;
  part: TablePart;
}

/** No screen shows it more often. */
const PROGRESS_EVERY_MS = 100;
/** Size of one message, as JSON: the service unpacks it in 1 ms. */
const MESSAGE_CHARACTERS = 64 * 1024;

/** Parses one table file. Runs in a thread of its own, because a crafted file may fill the memory. */
export const parseTable = async (
  ...[kind, file, hints, { report, send }]: [...TableTask['args'], TaskContext<TablePart>]
): Promise<unknown> => {
  let last = Number.NEGATIVE_INFINITY;
  const onProgress = (done: number, total: number): void => {
    if (performance.now() - last < PROGRESS_EVERY_MS) return;
    last = performance.now();
    report({ progress: { done, total } });
  };
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const { head, rows } = await KINDS[kind](bytes, hints, { onProgress });
  for (const part of inMessages<unknown>(rows)) await send({ rows: part });
  return head;
};

function* inMessages<Row>(rows: readonly Row[]): Generator<Row[], void, undefined> {
  let part: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    part.push(row);
    characters += JSON.stringify(row).length;
    if (characters < MESSAGE_CHARACTERS) continue;
    yield part;
    [part, characters] = [[], 0];
  }
  yield part;
}
