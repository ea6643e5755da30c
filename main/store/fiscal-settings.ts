import type { Selectable } from 'kysely';
import type { FiscalService, IssuesReceipts } from '../../shared/api/statuses.ts';
import { type FiscalFields, NO_FISCAL_FIELDS } from '../../shared/fiscal.ts';
import { build, type Db } from './db/connection.ts';
import type { FiscalSettingsTable } from './db/fiscal-tables.ts';
import { fixedQuery, placeholder } from './db/query-cache.ts';
import { readFiscal, storedFiscal } from './product-fiscal.ts';

/** The owner's word about a terminal's fiscal receipts, and the defaults of its lines. */
export interface FiscalSettings {
  issues_receipts: IssuesReceipts;
  service: FiscalService | '';
  defaults: FiscalFields;
}

const USUAL: FiscalSettings = { issues_receipts: 'auto', service: '', defaults: NO_FISCAL_FIELDS };

const byTerminal = fixedQuery<Selectable<FiscalSettingsTable>, [id: number]>(() =>
  build.selectFrom('fiscal_settings').selectAll().where('terminal_id', '=', placeholder<number>()),
);

export const findFiscalSettings = (db: Db, terminal: number): FiscalSettings => {
  const row = db.get(byTerminal(terminal));
  if (!row) return USUAL;
  const { issues_receipts, service } = row;
  return { issues_receipts, service, defaults: readFiscal(row) };
};

export const writeFiscalSettings = (
  db: Db,
  terminal: number,
  { issues_receipts, service, defaults }: FiscalSettings,
): void => {
  const values = { issues_receipts, service, ...storedFiscal(defaults) };
  db.run(
    build
      .insertInto('fiscal_settings')
      .values({ terminal_id: terminal, ...values })
      .onConflict((conflict) => conflict.column('terminal_id').doUpdateSet(values)),
  );
};
