import type { Selectable } from 'kysely';
import type { FiscalService, IssuesReceipts } from '../../shared/api/statuses.ts';
import { type FiscalFields, NO_FISCAL_FIELDS } from '../../shared/fiscal.ts';
import { build, type Db } from './db/connection.ts';
import { putRow } from './db/put.ts';
import { fixedQuery, placeholder } from './db/query-cache.ts';
import type { FiscalSettingsTable, FiscalTerminalsTable } from './db/tables.ts';
import type { TerminalRow } from './terminals.ts';

/** The owner's word about a terminal's fiscal receipts, and the defaults of its lines. */
export interface FiscalSettings {
  issues_receipts: IssuesReceipts;
  service: FiscalService | '';
  defaults: FiscalFields;
}

const USUAL: FiscalSettings = { issues_receipts: 'auto', service: '', defaults: NO_FISCAL_FIELDS };

/** The owner's word about a terminal, and what the bank reported of its checks; one query, because each sale reads it. */
export interface FiscalKnowledge {
  settings: FiscalSettings;
  /** First check that the bank reported, ms UTC; null: it never did. */
  seenSince: number | null;
  /** Who registers the checks, as the bank last reported; "": not known. */
  source: string;
}

type Settings = Omit<Selectable<FiscalSettingsTable>, 'terminal_id'>;
type Row = Pick<FiscalTerminalsTable, 'fiscalises_since'> & { source: string | null } & (
    | Settings
    | { [column in keyof Settings]: null }
  );

const known = () =>
  build
    .selectFrom('terminals')
    .leftJoin('fiscal_settings', 'fiscal_settings.terminal_id', 'terminals.id')
    .leftJoin('fiscal_terminals', 'fiscal_terminals.terminal_id', 'terminals.id')
    .select(['issues_receipts', 'service', 'tax', 'uktzed', 'header', 'footer', 'fiscalises_since', 'source'])
    .where('terminals.id', '=', placeholder<number>());

const byTerminal = fixedQuery<Row, [id: number]>(() => known().$castTo<Row>());

const toSell = fixedQuery<TerminalRow & Row, [id: number]>(() =>
  known().selectAll('terminals').where('deleted_at', 'is', null).$castTo<TerminalRow & Row>(),
);

export const NOTHING_KNOWN: FiscalKnowledge = { settings: USUAL, seenSince: null, source: '' };

/** Of a terminal that does not exist nothing is known. */
export const findFiscalKnowledge = (db: Db, terminal: number): FiscalKnowledge => {
  const row = db.get(byTerminal(terminal));
  return row ? knowledgeIn(row) : NOTHING_KNOWN;
};

/** A terminal with what is known of its fiscal receipts; undefined: there is none, or it was deleted. */
export const findSellingTerminal = (
  db: Db,
  id: number,
): { terminal: TerminalRow; knowledge: FiscalKnowledge } | undefined => {
  const row = db.get(toSell(id));
  return row && { terminal: row, knowledge: knowledgeIn(row) };
};

const knowledgeIn = (row: Row): FiscalKnowledge => ({
  settings:
    row.issues_receipts === null
      ? USUAL
      : { issues_receipts: row.issues_receipts, service: row.service, defaults: readFiscal(row) },
  seenSince: row.fiscalises_since,
  source: row.source ?? '',
});

export const writeFiscalSettings = (
  db: Db,
  terminal_id: number,
  { issues_receipts, service, defaults }: FiscalSettings,
): void => {
  const row = { terminal_id, issues_receipts, service, ...storedFiscal(defaults) };
  putRow(db, 'fiscal_settings', ['terminal_id'], row);
};

/** `tax` is a JSON list in every table. */
export type StoredFiscal = Omit<FiscalFields, 'tax'> & { tax: string };

export const readFiscal = ({ tax, uktzed, header, footer }: StoredFiscal): FiscalFields => ({
  tax: JSON.parse(tax) as number[],
  uktzed,
  header,
  footer,
});

const storedFiscal = ({ tax, uktzed, header, footer }: FiscalFields): StoredFiscal => ({
  tax: JSON.stringify(tax),
  uktzed,
  header,
  footer,
});

const byProduct = fixedQuery<StoredFiscal, [id: number]>(() =>
  build
    .selectFrom('product_fiscal')
    .select(['tax', 'uktzed', 'header', 'footer'])
    .where('product_id', '=', placeholder<number>()),
);

export const findProductFiscal = (db: Db, product: number): FiscalFields => {
  const row = db.get(byProduct(product));
  return row ? readFiscal(row) : NO_FISCAL_FIELDS;
};

export const writeProductFiscal = (db: Db, product_id: number, fields: FiscalFields): void =>
  putRow(db, 'product_fiscal', ['product_id'], { product_id, ...storedFiscal(fields) });
