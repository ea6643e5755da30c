import { type IncomingMessage, request } from 'node:http';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { databaseFile } from '../../../main/platform/data-folder.ts';
import type { Shop } from '../../helpers/shop.ts';

interface ExportOptions {
  token: string;
  method?: string;
  headers?: Record<string, string>;
}

export interface Exported {
  status: number;
  headers: IncomingMessage['headers'];
  file: Buffer;
}

/** Begins to fetch; the caller reads the answer's body. */
export const begin = (
  shop: Shop,
  query: string | undefined,
  requested: ExportOptions,
): Promise<IncomingMessage> => beginFrom(shop, `invoices/export/${query ?? ''}`, requested);

const beginFrom = (
  shop: Shop,
  path: string,
  { token, method = 'GET', headers = {} }: ExportOptions,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(
      new URL(path, shop.baseUrl),
      { method, agent: false, headers: { Authorization: `Bearer ${token}`, ...headers } },
      resolve,
    )
      .on('error', reject)
      .end();
  });

export const readAll = async (response: IncomingMessage): Promise<Exported> => {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece);
  return { status: response.statusCode ?? 0, headers: response.headers, file: Buffer.concat(pieces) };
};

export const exported = (shop: Shop, query: string | undefined, options: ExportOptions): Promise<Exported> =>
  exportedFrom(shop, `invoices/export/${query ?? ''}`, options);

/** The same of another path. */
export const exportedFrom = async (shop: Shop, path: string, options: ExportOptions): Promise<Exported> => {
  const answer = await readAll(await beginFrom(shop, path, options));
  expect(answer.status, answer.file.toString()).toBe(200);
  return answer;
};

/**
 * Whether a connection still reads from the shop's database: its write-ahead log cannot be emptied then. (The files that
 * this process holds open prove nothing: SQLite keeps those of closed connections for the next one.)
 */
export const isBeingRead = (shop: Shop): boolean => {
  const connection = new Database(databaseFile(shop.folder), { timeout: 0 });
  try {
    connection.pragma(`user_version = ${connection.pragma('user_version', { simple: true })}`);
    const [{ busy }] = connection.pragma('wal_checkpoint(truncate)') as [{ busy: number }];
    return busy === 1;
  } finally {
    connection.close();
  }
};
