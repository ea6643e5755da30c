import { randomBytes } from 'node:crypto';
import { build, type Db, type ReadDb } from './db/connection.ts';
import { putRow } from './db/put.ts';
import { fixedQuery, placeholder } from './db/query-cache.ts';
import type { CountersTable } from './db/tables.ts';

export type SettingKey =
  | 'installation_id'
  | 'shop_name'
  | 'seller_iban'
  | 'return_text'
  | 'refund_reasons'
  | 'refund_reason_required'
  | 'takes_cash'
  | 'cash_rounding'
  | 'cash_receipts'
  | 'discount_limit'
  | 'held_carts'
  | 'customer_screen'
  | 'scale_labels'
  | 'default_destination'
  | 'demo'
  | 'time_zone'
  | 'webhook_address'
  | 'allowed_origins'
  | 'backup_folder'
  | 'copy_folder'
  | 'month_folder'
  | 'month_filed'
  | 'copy_phrase'
  | 'port'
  | 'moved_away'
  | 'moved_here'
  | 'printer_address'
  | 'printer_paper'
  | 'printer_code_page'
  | 'printer_qr'
  | 'printer_prints_paid'
  | 'printer_opens_drawer'
  | 'printer_position';

const byKey = fixedQuery<{ value: string }, [key: SettingKey]>(() =>
  build.selectFrom('settings').select('value').where('key', '=', placeholder<SettingKey>()),
);

export const getSetting = (db: ReadDb, key: SettingKey): string | undefined => db.get(byKey(key))?.value;

const all = fixedQuery<{ key: SettingKey; value: string }, []>(() =>
  build.selectFrom('settings').select(['key', 'value']),
);

/** Everything that is set, for work that needs several of them. */
export const readSettings = (db: ReadDb): ReadonlyMap<SettingKey, string> => {
  const settings = new Map<SettingKey, string>();
  for (const { key, value } of db.all(all())) settings.set(key, value);
  return settings;
};

export const setSetting = (db: Db, key: SettingKey, value: string): void =>
  putRow(db, 'settings', ['key'], { key, value });

/** Restores the default. */
export const clearSetting = (db: Db, key: SettingKey): void => {
  db.run(build.deleteFrom('settings').where('key', '=', key));
};

/** Identifies this installation at the bank and in the keychain; created once, with the database. */
export const installationId = (db: Db): string => getSetting(db, 'installation_id') ?? makeInstallationId(db);

const makeInstallationId = (db: Db): string =>
  db.transaction(() => {
    // Another process may have made it.
    const known = getSetting(db, 'installation_id');
    if (known !== undefined) return known;
    const made = randomBytes(8).toString('hex');
    setSetting(db, 'installation_id', made);
    return made;
  });

const counted = fixedQuery<{ value: number }, [name: CountersTable['name'], count: number, count: number]>(
  () =>
    build
      .insertInto('counters')
      .values({ name: placeholder<CountersTable['name']>(), value: placeholder<number>() })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((set) => ({ value: set('counters.value', '+', placeholder<number>()) })),
      )
      .returning('value'),
);

/** The next number of a series: 1, 2, 3 …; of several that are taken at once, the first. */
export const nextNumber = (db: Db, name: CountersTable['name'], count = 1): number => {
  const row = db.get(counted(name, count, count));
  if (!row) throw new Error(`The counter ${name} gave no number.`);
  return row.value - count + 1;
};
