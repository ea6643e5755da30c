import { setImmediate as nextTurn } from 'node:timers/promises';

/** Elements of a list that are written at a time: others are answered in between. */
const SLICE = 500;

/**
 * An object as JSON, piece by piece: its long lists, of which each takes a while to be written, in slices. Together
 * the pieces are what JSON.stringify would make of it.
 */
export async function* jsonPieces(value: unknown): AsyncGenerator<string, void, undefined> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    yield JSON.stringify(value) ?? 'null';
    return;
  }
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const key = `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (Array.isArray(member) && member.length > SLICE) {
      yield `${key}[`;
      yield* listPieces(member);
      yield ']';
    } else yield key + JSON.stringify(member);
  }
  yield before === '{' ? '{}' : '}';
}

async function* listPieces(list: readonly unknown[]): AsyncGenerator<string, void, undefined> {
  for (let start = 0; start < list.length; start += SLICE) {
    const slice = JSON.stringify(list.slice(start, start + SLICE));
    yield (start === 0 ? '' : ',') + slice.slice(1, -1);
    await nextTurn();
  }
}
