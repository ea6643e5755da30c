import { PassThrough, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'koa';
import { type ImportLine, NDJSON } from '../../shared/api/catalog-files.ts';
import { HttpError } from './errors.ts';
import { errorAnswer, refusalBody } from './refusals.ts';

/** Progress of a long request. */
export type Progress = Omit<Extract<ImportLine, { type: 'progress' }>, 'type'>;

/** For the log only: the client is gone. */
const hungUp = () => new HttpError(499, 'The client hung up; nothing more was done.');

/** Aborts, with a refusal as its reason, once the client has hung up. */
export const hangUpSignal = (ctx: Context): AbortSignal => {
  const hangUp = new AbortController();
  if (ctx.res.destroyed) hangUp.abort(hungUp());
  // `close` also follows a complete answer: no one waits then, and an error costs more than the answer.
  else ctx.res.once('close', () => ctx.res.writableFinished || hangUp.abort(hungUp()));
  return hangUp.signal;
};

/** `createKoa` reports under it a failure after the answer has begun. */
export const LATE_FAULT = 'late-fault';

/** Answers with possibly long JSON, written in slices. */
export const answerInPieces = (ctx: Context, result: unknown): void => {
  ctx.type = 'json';
  ctx.body = Readable.from(jsonPieces(result), { objectMode: false });
};

/**
 * Answers line by line (https://github.com/ndjson/ndjson-spec): progress, and as the last line the result, or a
 * refusal, since the status is already sent.
 */
export const answerInLines = (
  ctx: Context,
  signal: AbortSignal,
  handle: (progress: (progress: Progress) => void) => unknown,
): void => {
  const lines = new PassThrough();
  // The client may close it at any time; the writer checks `signal`.
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
      const { status, headers } = refusal;
      const again = headers['Retry-After'];
      const wait = again === undefined ? {} : { retry_after: Number(again) };
      const body = refusalBody(ctx, refusal, error);
      write(`${JSON.stringify({ type: 'refusal', status, ...wait, body })}\n`);
      if (!signal.aborted) ctx.app.emit(LATE_FAULT, error, ctx, status);
    }
    lines.end();
  };
  void run();
};

/** Elements of a list written at a time: other requests are answered in between. */
const SLICE = 500;

/**
 * Writes an object as JSON, piece by piece: its long lists, which take a while each, in slices. The pieces join to the
 * output of JSON.stringify.
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
