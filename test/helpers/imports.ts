import { expect, vi } from 'vitest';
import type { ImportLine, ProductImport } from '../../shared/api/catalog-files.ts';
import type { Answer, Client } from './client.ts';
import type { Shop } from './shop.ts';

const PATH = 'catalog/products/import/';
const bytesOf = (file: string | Uint8Array) => (typeof file === 'string' ? file : new Uint8Array(file));

/** Sends a file of products for import. */
export const importFile = <Body = ProductImport>(
  client: Client,
  file: string | Uint8Array,
  query = '',
  headers: Record<string, string> = {},
): Promise<Answer<Body>> =>
  client.send<Body>('POST', `${PATH}?${query}`, {
    raw: bytesOf(file),
    headers: { 'Content-Type': 'text/csv', ...headers },
  });

interface Sent {
  query?: string;
  username?: string;
  type?: string;
}

/** Sends one, and reads the lines of the answer as they come. */
export const beginImport = async (
  shop: Shop,
  file: string | Buffer,
  { query = '', username = 'owner', type = 'text/csv' }: Sent = {},
) => {
  const gone = new AbortController();
  const response = await fetch(new URL(`${PATH}?${query}`, shop.baseUrl), {
    method: 'POST',
    signal: gone.signal,
    headers: {
      Authorization: `Bearer ${await shop.signIn(username)}`,
      'Content-Type': type,
      Accept: 'application/x-ndjson',
    },
    body: bytesOf(file),
  });
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  const lines: ImportLine[] = [];
  const reading = (async () => {
    let rest = '';
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (rest + text).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts.map((part): ImportLine => JSON.parse(part)));
    }
    return lines;
  })();
  // A test that hangs up does not wait for the lines: their failure is no unhandled rejection.
  reading.catch(() => undefined);
  return {
    hangUp: () => gone.abort(),
    underWay: () => vi.waitFor(() => expect(lines[0]?.type).toBe('progress'), { interval: 1 }),
    isOver: () => lines.some(({ type }) => type !== 'progress'),
    /** All lines, once the last has come. */
    rest: () => reading,
  };
};
