import { expect, vi } from 'vitest';
import type { ImportLine } from '../../shared/api/catalog-files.ts';
import type { Shop } from './shop.ts';

interface Sent {
  query?: string;
  username?: string;
  type?: string;
}

/** Sends a file of products for import, and reads the lines of the answer as they come. */
export const beginImport = async (
  shop: Shop,
  file: string | Buffer,
  { query = '', username = 'owner', type = 'text/csv' }: Sent = {},
) => {
  const gone = new AbortController();
  const response = await fetch(new URL(`catalog/products/import/?${query}`, shop.baseUrl), {
    method: 'POST',
    signal: gone.signal,
    headers: {
      Authorization: `Bearer ${await shop.signIn(username)}`,
      'Content-Type': type,
      Accept: 'application/x-ndjson',
    },
    body: typeof file === 'string' ? file : new Uint8Array(file),
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
  // One that was hung up is looked at by nobody.
  reading.catch(() => undefined);
  return {
    hangUp: () => gone.abort(),
    underWay: () => vi.waitFor(() => expect(lines[0]?.type).toBe('progress'), { interval: 1 }),
    isOver: () => lines.some(({ type }) => type !== 'progress'),
    /** All lines, once the last has come. */
    rest: () => reading,
  };
};
