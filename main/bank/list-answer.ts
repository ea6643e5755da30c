import type * as v from 'valibot';
import { cooperative, forEachCooperatively, slicesOf, type Yielding } from '../platform/async.ts';
import { type Issues, readBySchema } from './informative.ts';
import { listAnswer } from './wire.ts';

// Parses long lists (a statement) in slices: parsed at once, 10,000 lines would block all other requests.

/** The unparsed texts of a list's elements, and the rest of the answer with the list left empty. */
interface SplitList {
  rest: string;
  elements: string[];
}

/** Matches a whole string, or a bracket or separator. JSON.parse checks everything between. */
const MARKS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/gs;
const DEPTH: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };
const LIST = /^\s*\{\s*"list"\s*:\s*\[/;

/** Yields the end of each element of the list that begins at `start`: a comma, or for the last the end of the list. */
function* elementEnds(text: string, start: number): Generator<{ at: number; isLast: boolean }> {
  const marks = new RegExp(MARKS);
  marks.lastIndex = start;
  let depth = 0;
  for (let mark = marks.exec(text); mark && depth >= 0; mark = marks.exec(text)) {
    const [found] = mark;
    depth += DEPTH[found] ?? 0;
    if (depth < 0 || (depth === 0 && found === ',')) yield { at: mark.index, isLast: depth < 0 };
  }
}

/** Undefined: the text is no object that begins with its list, may repeat the list's key, or is no JSON. */
function* splitList(text: string): Yielding<SplitList | undefined> {
  const head = LIST.exec(text)?.[0];
  if (head === undefined) return undefined;
  const elements: string[] = [];
  let from = head.length;
  for (const { at, isLast } of elementEnds(text, from)) {
    const element = text.slice(from, at);
    const hasElement = element.trim() !== '';
    // Only an empty list may lack an element; a comma needs one.
    if (!hasElement && (!isLast || elements.length > 0)) return undefined;
    if (hasElement) elements.push(element);
    from = at + 1;
    if (isLast) {
      const tail = text.slice(at);
      return /"list"|\\/.test(tail) ? undefined : { rest: head + tail, elements };
    }
    yield;
  }
  return undefined;
}

/** Elements parsed at once: a single one costs too little for a yield. */
const GROUP = 50;

/**
 * The same value as JSON.parse for an answer such as `{"list":[…]}`, computed in slices.
 * @throws SyntaxError
 */
export const parseList = async (text: string): Promise<unknown> => {
  const parts = await cooperative(splitList(text));
  if (!parts) return JSON.parse(text);
  const answer = JSON.parse(parts.rest) as { list: unknown[] };
  await forEachCooperatively(slicesOf(parts.elements, GROUP), (group) =>
    answer.list.push(...(JSON.parse(`[${group.join(',')}]`) as unknown[])),
  );
  return answer;
};

/** An element that does not match the schema. */
interface Misfit {
  element: unknown;
  issues: Issues;
}
type Checked<Element> =
  | { list: Element[]; misfits: Misfit[]; ignored: readonly v.BaseIssue<unknown>[] }
  | { issues: Issues };

/** Checks the answer around its list, then each element by itself, so that an invalid one leaves the others valid. */
export const checkList = async <Element extends v.GenericSchema>(
  element: Element,
  answer: unknown,
): Promise<Checked<v.InferOutput<Element>>> => {
  const envelope = readBySchema(listAnswer, answer);
  if ('issues' in envelope) return envelope;
  const list: v.InferOutput<Element>[] = [];
  const misfits: Misfit[] = [];
  const ignored: v.BaseIssue<unknown>[] = [];
  await forEachCooperatively(envelope.output.list ?? [], (each) => {
    const read = readBySchema(element, each);
    if ('issues' in read) {
      misfits.push({ element: each, issues: read.issues });
      return;
    }
    list.push(read.output);
    ignored.push(...read.ignored);
  });
  return { list, misfits, ignored };
};
