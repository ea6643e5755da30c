import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';
import { attachment } from '../platform/file-name.ts';

/** A static file, kept in memory. */
export interface StaticFile {
  body: Buffer;
  etag: string;
  type: string;
  cacheControl: string;
  /** The body in gzip, made at the first request. */
  gzipped?: Promise<Buffer>;
}

const compress = promisify(gzip);
/** Fonts and pictures are compressed already. */
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.html']);

export const staticFile = (path: string, body: Buffer, cacheControl = 'no-cache'): StaticFile => ({
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
  // Koa turns an extension into the full type; a browser must not guess an unknown one.
  type: extname(path) || '.bin',
  cacheControl,
});

/** Security headers of a page under `policy`; none may be framed, or send its forms elsewhere. */
export const pageHeaders = (policy: readonly string[] = []): Record<string, string> => ({
  'Content-Security-Policy': [
    "default-src 'self'",
    ...policy,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
});

/**
 * A page without scripts, for what is said before the screens can be: they are not built, or there is no database.
 * @param head further elements of its head
 */
export const plainPage = (body: string, head = ''): string => `<!doctype html>
<html lang="uk">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Kramar</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** Sends a file under these headers, or only the headers when the browser has it already. */
export const sendFile = async (
  ctx: Context,
  file: StaticFile,
  headers: Record<string, string>,
): Promise<void> => {
  const mayCompress = COMPRESSIBLE.has(file.type);
  const isGzip = mayCompress && ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  const etag = isGzip ? file.etag.replace(/"$/, '-gzip"') : file.etag;
  ctx.set({ ...headers, 'Cache-Control': file.cacheControl, ETag: etag });
  if (mayCompress) ctx.vary('Accept-Encoding');
  ctx.status = 200;
  ctx.type = file.type;
  if (ctx.fresh) ctx.status = 304;
  else if (isGzip) {
    ctx.set('Content-Encoding', 'gzip');
    file.gzipped ??= compress(file.body, { level: 9 });
    ctx.body = await file.gzipped;
  } else ctx.body = file.body;
};

/** An answer that is a file to save, not JSON. */
export interface FileAnswer {
  /** The full media type. */
  type: string;
  /** Any text: the header gets a safe name of it. */
  name: string;
  /** A stream is destroyed when the client hangs up. */
  body: Buffer | Readable;
  headers?: Record<string, string>;
}

export const sendFileAnswer = (ctx: Context, { type, name, body, headers = {} }: FileAnswer): void => {
  ctx.set({
    ...headers,
    'Content-Disposition': attachment(name),
    'X-Content-Type-Options': 'nosniff',
    // A shared browser must not keep sales data.
    'Cache-Control': 'no-store',
  });
  ctx.status = 200;
  ctx.type = type;
  ctx.body = body;
};

/** Reads at the first use and keeps what it read; after a failure, and while it is not all there, the next use reads again. */
export const readOnce = <Found>(
  read: () => Promise<Found>,
  isThere: (found: Found) => boolean = () => true,
) => {
  let reading: Promise<Found> | undefined;
  return async (): Promise<Found> => {
    reading ??= read();
    const found = await reading.catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    if (!isThere(found)) reading = undefined;
    return found;
  };
};

/**
 * Reads a built folder into memory, so that a requested path never reaches the disk. A missing folder is empty.
 * @param prefix the address of the folder, with slashes at both ends
 * @param cacheControl for each address; by default a browser asks again every time
 */
export const readFolder = async (
  directory: string,
  prefix = '/',
  cacheControl: (path: string) => string = () => 'no-cache',
): Promise<Map<string, StaticFile>> => {
  const files = new Map<string, StaticFile>();
  for (const file of await filesIn(directory)) {
    const path = prefix + relative(directory, file).split(sep).map(encodeURIComponent).join('/');
    files.set(path, staticFile(path, await readFile(file), cacheControl(path)));
  }
  return files;
};

/** Lists plain files only: a symbolic link could lead anywhere. */
const filesIn = async (directory: string): Promise<string[]> => {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};
