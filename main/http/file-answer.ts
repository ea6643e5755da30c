import type { Readable } from 'node:stream';
import type { Context } from 'koa';

/** An answer that is a file to be kept, not JSON. */
export interface FileAnswer {
  /** The full media type. */
  type: string;
  /** Letters, digits, dots and hyphens only: it goes into a header as it is. */
  name: string;
  /** A stream is destroyed when the client hangs up. */
  body: Buffer | Readable;
  headers?: Record<string, string>;
}

export const sendFileAnswer = (ctx: Context, { type, name, body, headers = {} }: FileAnswer): void => {
  ctx.set({
    ...headers,
    'Content-Disposition': `attachment; filename="${name}"`,
    'X-Content-Type-Options': 'nosniff',
    // What was sold to whom is not for a shared browser's cache.
    'Cache-Control': 'no-store',
  });
  ctx.status = 200;
  ctx.type = type;
  ctx.body = body;
};
