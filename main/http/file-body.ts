import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { REQUIRED } from '../../shared/api/fields.ts';
import { MAX_TABLE_BYTES } from '../../shared/api/tables.ts';
import { ValidationError } from '../domain/errors.ts';
import { isAbsent, lengthOf, tooLarge } from './body.ts';
import { HttpError, unsupportedMediaType } from './errors.ts';

/** A file that an endpoint takes as its body, sent as it is: no form around it, which any web page could send. */
export interface FileBody {
  /** Media types, in lower case and without parameters: what is in it is found out by looking at it. */
  types: readonly string[];
  maxBytes: number;
  /** It may be left out. */
  optional?: true;
}

const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** What table programs write, and what a browser calls a file of which it knows nothing. */
export const TABLE_FILE: FileBody = {
  types: [CSV, XLSX, 'application/octet-stream'],
  maxBytes: MAX_TABLE_BYTES,
};

/**
 * The bytes of the file; undefined: none was sent, and none need be.
 * @throws HttpError 415, 413, 400; ValidationError
 */
export const readFileBody = async (ctx: Context, expected: FileBody): Promise<Buffer | undefined> => {
  if (await isAbsent(ctx.req)) return absent(expected);
  const type = ctx.req.headers['content-type'] ?? '';
  if (!expected.types.includes(bare(type))) throw unsupportedMediaType(type);
  const packed = ctx.req.headers['content-encoding'] ?? 'identity';
  if (packed.toLowerCase() !== 'identity')
    throw new HttpError(415, `Unsupported content encoding "${packed}" in request.`);
  if (lengthOf(ctx.req) > expected.maxBytes) throw tooLarge(expected.maxBytes);
  const file = await readBytes(ctx.req, expected.maxBytes);
  return file.length === 0 ? absent(expected) : file;
};

/** `text/csv; charset=utf-8` → `text/csv` */
const bare = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();

const absent = ({ optional }: FileBody): undefined => {
  if (!optional) throw new ValidationError({ file: [REQUIRED] });
};

const readBytes = (req: IncomingMessage, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      // The rest is read and thrown away: a connection closed on a client that still sends loses it our answer.
      if (length <= maxBytes) chunks.push(chunk);
      else {
        chunks.length = 0;
        reject(tooLarge(maxBytes));
      }
    });
    req.once('end', () => resolve(Buffer.concat(chunks)));
    req.once('error', () => reject(new HttpError(400, 'The file broke off before its end.', {}, 'cut_off')));
  });
