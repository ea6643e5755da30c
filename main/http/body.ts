import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { REQUIRED } from '../../shared/api/fields.ts';
import { MAX_TABLE_BYTES } from '../../shared/api/tables.ts';
import { ValidationError } from '../shop/errors.ts';
import { HttpError, unsupportedMediaType } from './errors.ts';
import { MAX_LOGGED_BODY } from './request-log.ts';

const MAX_BYTES = 1_048_576;
/** A parameter other than a charset says nothing about JSON (RFC 8259). */
const JSON_TYPE =
  /^application\/json\s*(?:;\s*(?:charset\s*=\s*"?utf-?8"?|(?!charset)[\w.+-]+=(?:[\w.+-]+|"[^"\\]*"))\s*)*;?\s*$/i;

const tooLarge = (max = MAX_BYTES) =>
  new HttpError(413, `Request body too large: at most ${max} bytes.`, {}, undefined, { max });

/**
 * Loads a reader that gives the bytes as latin1, one byte a character, since only bytes show whether they are UTF-8.
 * Imported with the first body: the half megabyte of source for forms and files would delay the start.
 */
const loadReader = async (max: number) => {
  const { koaBody } = await import('koa-body');
  return koaBody({
    urlencoded: false,
    json: false,
    multipart: false,
    text: true,
    textTypes: ['application/json'],
    textLimit: max as unknown as string,
    encoding: 'binary',
    patchNode: false,
  });
};
/** One reader per maximum size. */
const readers = new Map<number, ReturnType<typeof loadReader>>();

/**
 * Reads a JSON body; an absent one reads as `{}`.
 * @param max bytes
 * @throws HttpError 415, 413, 400
 */
export const readBody = async (ctx: Context, max = MAX_BYTES): Promise<unknown> => {
  if (await isAbsent(ctx.req)) return {};
  const { headers } = ctx.req;
  const type = headers['content-type'] ?? '';
  if (!JSON_TYPE.test(type)) throw unsupportedMediaType(type);
  if (lengthOf(ctx.req) > max) throw tooLarge(max);
  const reader = readers.get(max) ?? loadReader(max);
  readers.set(max, reader);
  try {
    await (await reader)(ctx, async () => {});
  } catch (error) {
    // As in `readBytes`: keeps the connection until the client has our answer.
    ctx.req.unpipe().resume();
    throw asHttpError(error, max);
  }
  const text = ctx.request.body as string;
  const body = parse(Buffer.from(text, 'latin1'));
  ctx.request.body = text.length > MAX_LOGGED_BODY ? null : (body as string);
  return body;
};

/**
 * Reads the raw bytes of a body.
 * @param cutOff the refusal of a body that ends too early
 * @throws HttpError 413, 400
 */
export const readBytes = async (
  req: IncomingMessage,
  max: number,
  cutOff: () => HttpError,
): Promise<Buffer> => {
  if (lengthOf(req) > max) throw tooLarge(max);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > max) break;
      chunks.push(chunk);
    }
  } catch {
    throw cutOff();
  }
  if (size <= max) return Buffer.concat(chunks);
  // The rest is read and dropped: closing the connection on a client that still sends loses it our answer.
  req.resume();
  throw tooLarge(max);
};

/** A file that an endpoint takes as its body, sent raw: any web page could send a form. */
export interface FileBody {
  /** Media types, in lower case and without parameters. They only admit the request; the content decides what it is. */
  types: readonly string[];
  maxBytes: number;
  optional?: true;
}

const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The types that table programs write, and the one that a browser sends for an unknown file. */
export const TABLE_FILE: FileBody = {
  types: [CSV, XLSX, 'application/octet-stream'],
  maxBytes: MAX_TABLE_BYTES,
};

/**
 * Reads the file of a body; undefined when none was sent and it is optional.
 * @throws HttpError 415, 413, 400; ValidationError
 */
export const readFileBody = async (ctx: Context, expected: FileBody): Promise<Buffer | undefined> => {
  if (await isAbsent(ctx.req)) return absent(expected);
  const type = ctx.req.headers['content-type'] ?? '';
  if (!expected.types.includes(withoutParameters(type))) throw unsupportedMediaType(type);
  const packed = ctx.req.headers['content-encoding'] ?? 'identity';
  if (packed.toLowerCase() !== 'identity')
    throw new HttpError(415, `Unsupported content encoding "${packed}" in request.`);
  const file = await readBytes(ctx.req, expected.maxBytes, cutOff);
  return file.length === 0 ? absent(expected) : file;
};

const cutOff = () => new HttpError(400, 'The file broke off before its end.', {}, 'cut_off');

/** `text/csv; charset=utf-8` → `text/csv` */
const withoutParameters = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();

const absent = ({ optional }: FileBody): undefined => {
  if (!optional) throw new ValidationError({ file: [REQUIRED] });
};

/** As announced; 0 without the header. */
const lengthOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

const isAbsent = async (req: IncomingMessage): Promise<boolean> =>
  req.headers['transfer-encoding'] === undefined ? lengthOf(req) === 0 : isEmptyChunked(req);

/** The length of a chunked body shows only at its end. */
const isEmptyChunked = (req: IncomingMessage): Promise<boolean> =>
  new Promise((resolve) => {
    req.once('readable', () => {
      const chunk: unknown = req.read();
      if (chunk !== null) req.unshift(chunk);
      resolve(chunk === null);
    });
    // The client left before it sent anything.
    req.once('close', () => resolve(true));
  });

/** @throws HttpError 400 */
const parse = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) throw parseError('the body is not valid UTF-8');
  if (bytes.length > MIN_BULK_BYTES) refuseBulk(bytes);
  try {
    // Windows programs often begin with a byte order mark, which RFC 8259 allows a parser to ignore.
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw parseError((error as Error).message);
  }
};

/**
 * Several times the fields of the largest invoice. JSON.parse takes 100 ms for the 100 000 fields that fit into 1 MiB,
 * and the service answers no other request meanwhile; counting them takes 3 ms.
 */
const MAX_FIELDS = 10_000;
const MAX_NESTED = 50_000;
/** Fewer bytes reach neither limit: a field takes five (`"":1,`), a list two. */
const MIN_BULK_BYTES = 5 * MAX_FIELDS;

const [QUOTE, COLON, BRACKET, BACKSLASH, BRACE] = [...'":[\\{'].map((letter) => letter.charCodeAt(0));

/** @throws HttpError 400 */
const refuseBulk = (bytes: Buffer): void => {
  const { fields, nested } = countFields(bytes);
  if (fields > MAX_FIELDS) throw parseError(`more than ${MAX_FIELDS} fields`);
  if (nested > MAX_NESTED) throw parseError(`more than ${MAX_NESTED} lists and objects`);
};

/** Counts fields, and lists and objects, in a JSON text. */
const countFields = (bytes: Buffer): { fields: number; nested: number } => {
  let [fields, nested, isInText] = [0, 0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) isInText = !isInText;
    else if (isInText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COLON) fields += 1;
    else if (byte === BRACKET || byte === BRACE) nested += 1;
  }
  return { fields, nested };
};

const parseError = (why: string) => new HttpError(400, `JSON parse error - ${why}`, {}, undefined, { why });

/** A failure while reading is a fault of the body: cut off, of another length, no gzip. */
const asHttpError = (error: unknown, max: number): HttpError => {
  const { status, message } = error as Error & { status?: number };
  if (status === 413) return tooLarge(max);
  if (status === 415) return new HttpError(415, message);
  return parseError(message);
};
