import { PassThrough, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'koa';
import { type ImportLine, NDJSON } from '../../shared/api/catalog-files.ts';
import { errorAnswer, HttpError, refusalBody } from './errors.ts';

/** How far something is that takes a while. */
export type Progress = Omit<Extract<ImportLine, { type: 'progress' }>, 'type'>;

/** Nobody is there to read it. */
const hungUp = () => new HttpError(499, 'The client hung up; nothing more was done.');

/** Aborted, with a refusal as its reason, once nobody waits for the answer any more. */
export const goneSignal = (ctx: Context): AbortSignal => {
  const gone = new AbortController();
  if (ctx.res.destroyed) gone.abort(hungUp());
  // Closed as well when all of it is out: then there is nobody to be told, and an error costs more than the answer.
  else ctx.res.once('close', () => ctx.res.writableFinished || gone.abort(hungUp()));
  return gone.signal;
};

export const wantsProgress = (ctx: Context): boolean => ctx.get('Accept').toLowerCase().includes(NDJSON);

/** As `createKoa` hears of what went wrong when the answer had begun already. */
export const LATE_FAULT = 'late-fault';

/** Answers with JSON that may be long, written in slices. */
export const answerInPieces = (ctx: Context, result: unknown): void => {
  ctx.type = 'json';
  ctx.body = Readable.from(jsonPieces(result), { objectMode: false });
};

/**
 * Answers line by line (https://github.com/ndjson/ndjson-spec): how far it is, and as the last line what came of it, a
 * refusal too, for the status is out by then.
 */
export const answerByLines = (
  ctx: Context,
  signal: AbortSignal,
  handle: (progress: (progress: Progress) => void) => unknown,
): void => {
  const lines = new PassThrough();
  // The other end may close it at any time; who writes looks at `signal`.
  lines.on('error', () => undefined);
  ctx.status = 200;
  ctx.type = NDJSON;
  ctx.set('Cache-Control', 'no-store');
  ctx.body = lines;
  const write = (text: string): void => {
    if (!lines.writableEnded && !lines.destroyed) lines.write(text);
  };
  const run = async (): Promise<void> => {
    try {
      const result = await handle((progress) =>
        write(`${JSON.stringify({ type: 'progress', ...progress })}\n`),
      );
      write('{"type":"result","result":');
      for await (const piece of jsonPieces(result)) write(piece);
      write('}\n');
    } catch (error) {
      const refusal = errorAnswer(error, ctx.response.get('X-Request-Id'));
      const { status } = refusal;
      write(`${JSON.stringify({ type: 'refusal', status, body: refusalBody(ctx, refusal) })}\n`);
      if (!signal.aborted) ctx.app.emit(LATE_FAULT, error, ctx, status);
    }
    lines.end();
  };
  void run();
};

/** Elements of a list that are written at a time: others are answered in between. */
const SLICE = 500;

/**
 * An object as JSON, piece by piece: its long lists, of which each takes a while to be written, in slices. Together
 * the pieces are what JSON.stringify would make of it.
 */
async function* jsonPieces(value: unknown): AsyncGenerator<string, void, undefined> {
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
