import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { HttpError, unsupportedMediaType } from './errors.ts';

const MAX_BYTES = 1_048_576;
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i;

const tooLarge = () =>
  // What is left of the body is not read: the connection cannot be used again.
  new HttpError(413, `Request body too large: at most ${MAX_BYTES} bytes.`, { Connection: 'close' });

const parse = koaBody({
  urlencoded: false,
  text: false,
  multipart: false,
  json: true,
  jsonTypes: ['application/json'],
  jsonLimit: MAX_BYTES as unknown as string,
  // Scalars are told apart below, in the contract's words.
  jsonStrict: false,
  includeUnparsed: true,
  patchNode: false,
});

/**
 * Reads a JSON body; an absent one reads as `{}`.
 * @throws HttpError 415, 413, 400
 */
export const readBody = async (ctx: Context): Promise<unknown> => {
  const { headers } = ctx.req;
  const length = Number(headers['content-length'] ?? 0);
  if (length === 0 && headers['transfer-encoding'] === undefined) return {};
  const type = headers['content-type'] ?? '';
  if (!JSON_TYPE.test(type)) throw unsupportedMediaType(type);
  if (length > MAX_BYTES) throw tooLarge();
  try {
    await parse(ctx, async () => {});
  } catch (error) {
    throw asHttpError(error);
  }
  const raw = ctx.request.rawBody as string;
  if (raw === '') return {};
  // The decoder puts U+FFFD for bytes that are no UTF-8: storing it would change what was sent.
  if (raw.includes('\uFFFD')) throw parseError('the body is not valid UTF-8');
  return ctx.request.body;
};

const parseError = (why: string) => new HttpError(400, `JSON parse error - ${why}`);

const asHttpError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { status, type } = error as Error & { status?: number; type?: string };
  if (error instanceof SyntaxError) return parseError(error.message);
  if (status === 413) return tooLarge();
  if (status === 415) return new HttpError(415, error.message, { Connection: 'close' });
  // raw-body's own: the client went away, or sent another length than it said; zlib's: a broken gzip stream.
  const { code } = error as NodeJS.ErrnoException;
  if (status === 400 || type?.startsWith('request.') || code?.startsWith('Z_'))
    return parseError(error.message);
  return error;
};
