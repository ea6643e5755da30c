import type { ProductImport } from '../../shared/api/catalog-files.ts';
import type { Refusal } from '../helpers/client.ts';
import { importFile } from '../helpers/imports.ts';
import { ok } from '../helpers/ok.ts';
import type { Shop } from '../helpers/shop.ts';
import { leavingNoTrace, tablesOf } from '../helpers/trace.ts';

/** Imports into the catalog of a shop. */
export const importsOf = (shop: Shop) => {
  const send = <Body = ProductImport & Refusal>(query: string, file: string | Buffer) =>
    importFile<Body>(shop.owner, file, query);
  /** A dry run: nothing is written. */
  const dryRun = (file: string | Buffer, query = '') =>
    leavingNoTrace(shop, () => send(`dry_run=true&${query}`, file), tablesOf);
  const tried = (file: string | Buffer, query = ''): Promise<ProductImport> => ok(dryRun(file, query), 200);
  return { send, dryRun, tried };
};

/** Each row in short: what becomes of it, its name, what is written or wrong. */
export const inShort = ({ rows }: Pick<ProductImport, 'rows'>) =>
  rows.map(({ verdict, name, changes, problems }) => [
    verdict,
    name,
    ...changes.filter(({ field }) => field !== 'name').map(({ field, to }) => `${field} ${to}`),
    ...problems.map(({ code }) => code),
  ]);
