import { renameSync, rmSync } from 'node:fs';
import { byPermission } from '../../shared/permissions.ts';
import { fieldsOf, RIGHT_SETS } from '../../shared/rights.ts';
import { DAY_MS } from '../../shared/time.ts';
import { createInvoice } from '../money/sale/create.ts';
import type { Config } from '../platform/config.ts';
import { databaseFile, masterKeyFile } from '../platform/data-folder.ts';
import type { Log } from '../platform/log.ts';
import type { PracticeBank } from '../practice-bank/practice-bank.ts';
import { type Installation, openInstallation } from '../safekeeping/installation.ts';
import { addEmployee, createOwner } from '../shop/accounts/accounts.ts';
import { addTerminal, syncRegisters } from '../shop/terminals/terminals.ts';
import { findAccountByUsername } from '../store/accounts.ts';
import { terminalCashRegisters } from '../store/cash-registers.ts';
import { categories, insertProduct, type ProductRow, units } from '../store/catalog.ts';
import type { Db } from '../store/db/connection.ts';
import { setSetting } from '../store/settings.ts';
import { shopDays } from './calendar.ts';
import { makingFolder } from './folder.ts';
import { CATEGORIES, type Counter, PRODUCTS, UNITS } from './goods.ts';
import { shopHistory } from './history.ts';
import { enterHistory, type Shop } from './ledger.ts';
import { DESTINATION, OWNER, PASSWORD, STAFF, TILLS } from './shop.ts';

export interface Making {
  log: Log;
  now: number;
  /** Once aborted, the making ends, and nothing is left of it. */
  signal?: AbortSignal | undefined;
}

/**
 * Builds the shop in a separate folder and moves it into the data folder when complete, the database last: the next
 * start deletes the remains of an interrupted one.
 * @throws OwnerError
 */
export const makeShop = async (
  config: Config,
  bank: PracticeBank,
  { log, now, signal }: Making,
): Promise<void> => {
  const { dataDir } = config;
  const aside = makingFolder(dataDir);
  rmSync(aside, { recursive: true, force: true });
  const [firstDay] = shopDays(now);
  const installation = await openInstallation(
    { ...config, dataDir: aside },
    // The shop was created the day before its first sale.
    { log, now: () => (firstDay?.opensAt ?? now) - DAY_MS },
  );
  try {
    const shop: Shop = {
      people: await hire(installation),
      ...(await openTills(installation, bank)),
      products: stock(installation.db, installation.now()),
    };
    const { db } = installation;
    await enterHistory({ db, bank, shop, now, signal }, shopHistory(now));
    await openInvoices(installation, shop, now);
    setSetting(db, 'demo', bank.url);
  } catch (error) {
    installation.close();
    rmSync(aside, { recursive: true, force: true });
    throw error;
  }
  installation.close();
  renameSync(masterKeyFile(aside), masterKeyFile(dataDir));
  renameSync(databaseFile(aside), databaseFile(dataDir));
  rmSync(aside, { recursive: true, force: true });
};

const hire = async (installation: Installation): Promise<Shop['people']> => {
  const owner = await createOwner(installation, { username: OWNER, password: PASSWORD });
  const people = new Map([[owner.username, owner.id]]);
  for (const { duties: _, preset, ...person } of STAFF) {
    const rights = fieldsOf(RIGHT_SETS[preset]);
    const { username, id } = await addEmployee(installation, { ...person, ...rights }, PASSWORD);
    people.set(username, id);
  }
  return people;
};

const openTills = async (
  installation: Installation,
  bank: PracticeBank,
): Promise<Pick<Shop, 'terminals' | 'registers'>> => {
  const terminals = new Map<Counter, { id: number; token: string }>();
  const registers = new Map<string, number>();
  for (const counter of ['cafe', 'grocery'] as const) {
    const { name, merchantId } = TILLS[counter];
    const merchant = bank.merchants.find((each) => each.merchantId === merchantId);
    if (!merchant) throw new Error(`The practice bank has no merchant ${merchantId}.`);
    const { id } = await addTerminal(installation, { name, token: merchant.token });
    await syncRegisters(installation, id);
    terminals.set(counter, { id, token: merchant.token });
    for (const register of terminalCashRegisters(installation.db, id))
      registers.set(register.short_qr_id, register.id);
  }
  return { terminals, registers };
};

const stock = (db: Db, at: number): ProductRow[] =>
  db.transaction(() => {
    setSetting(db, 'default_destination', DESTINATION);
    setSetting(db, 'takes_cash', 'yes');
    setSetting(db, 'cash_rounding', '50');
    const stamps = { created_at: at, updated_at: at };
    const categoryIds = new Map(
      CATEGORIES.map((name) => [name, categories.insert(db, { name, ...stamps }).id] as const),
    );
    const unitIds = new Map(
      Object.entries(UNITS).map(
        ([name, short_name]) => [name, units.insert(db, { name, short_name, ...stamps }).id] as const,
      ),
    );
    return PRODUCTS.map(({ name, price, article, nameForDocs, category, unit }) =>
      insertProduct(db, {
        name,
        price,
        article,
        name_for_docs: nameForDocs,
        external_code: '',
        category_id: categoryIds.get(category) ?? null,
        unit_id: unitIds.get(unit) ?? null,
        is_archived: 0,
        ...stamps,
      }),
    );
  });

/** Two unpaid invoices, ready for a trial payment. */
const openInvoices = async (
  installation: Installation,
  { terminals, products }: Shop,
  now: number,
): Promise<void> => {
  const owner = findAccountByUsername(installation.db, OWNER);
  const terminal = terminals.get('cafe');
  if (!owner || !terminal) throw new Error('The shop has no owner or no terminal.');
  const actor = {
    id: owner.id,
    username: owner.username,
    isOwner: true,
    permissions: byPermission(() => true),
  };
  const wanted = ['Капучино', 'Круасан'].flatMap((name) => products.filter((row) => row.name === name));
  const lines = wanted.map(({ id, name, price }, at) => ({
    name,
    price,
    quantity: 2000 - 1000 * at,
    unit: 'шт',
    product: id,
    discount_pct: at === 0 ? 0 : 1000,
  }));
  const common = {
    terminal: terminal.id,
    cash_register: null,
    destination: '',
    comment: '',
    validity: 86_400,
    discounts: [],
    customer_emails: [],
    payment_type: 'debit' as const,
  };
  const context = { ...installation, now: () => now };
  await createInvoice(context, actor, { ...common, amount: undefined, reference: 'Стіл 4', items: lines });
  await createInvoice(context, actor, {
    ...common,
    amount: 25_000,
    reference: 'Бронювання на вечір',
    items: [],
  });
};
