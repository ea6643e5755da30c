import { readDatabase } from './books.ts';
import type { Captures } from './captures.ts';
import type { Throwaway } from './fair.ts';
import type { Refunds } from './refunds.ts';
import type { Sale, Sales } from './sales.ts';
import { type Account, type CrashShop, Difference } from './shop.ts';

/**
 * Terminals that are sold at for a while and then deleted, while refunds, holds and captures of theirs are under way or
 * done. After a deletion nothing more is learned of a terminal's money, so none may be on its way.
 */

interface Stored {
  id: number;
  deleted_at: number | null;
  has_token: number;
  /** Of the log. */
  deletions: number;
  open_invoices: number;
  open_attempts: number;
}

const stored = (file: string): Map<number, Stored> =>
  readDatabase(file, (db) => {
    const rows = db
      .prepare<[], Stored>(
        `select id, deleted_at, sealed_token is not null as has_token,
          (select count(*) from actions where code = 'terminal_deleted' and object_id = terminals.id) as deletions,
          (select count(*) from invoices
            where terminal_id = terminals.id and status in ('created', 'processing')) as open_invoices,
          (select count(*) from attempts
            where terminal_id = terminals.id and status in ('pending', 'in_doubt')) as open_attempts
        from terminals`,
      )
      .all();
    return new Map(rows.map((row) => [row.id, row]));
  });

const isUntouched = (row: Stored | undefined): boolean =>
  row !== undefined && row.deleted_at === null && row.has_token === 1 && row.deletions === 0;

/** @throws Gone */
const remove = async (shop: CrashShop, terminal: Throwaway): Promise<void> => {
  if (terminal.isAsked) return;
  terminal.isAsked = true;
  terminal.wasAsked = true;
  try {
    const { status, text } = await shop.ask('owner', 'DELETE', `terminals/${terminal.id}/`);
    const row = stored(shop.databaseFile).get(terminal.id);
    // One whose answer was cut off may have been carried out.
    const isGone = status === 204 || (status === 404 && row?.deleted_at !== null);
    if (status === 400) terminal.refused += 1;
    else if (!isGone)
      throw new Difference(`The deletion of terminal ${terminal.id} was answered with ${status}: ${text}`);
    terminal.isGone = isGone;
    if (status === 400 && !isUntouched(row))
      throw new Difference(
        `The deletion of terminal ${terminal.id} was refused, and left ${JSON.stringify(row)}`,
      );
  } finally {
    terminal.isAsked = false;
  }
};

/** What a client does at the terminal that is being given up. */
export const openThrowaways = (shop: CrashShop, sales: Sales, refunds: Refunds, captures: Captures) => {
  const { random } = shop;

  const sell = async (account: Account, { id }: Throwaway): Promise<void> => {
    const sale = sales.begin(account, { id, registers: [] });
    await sales.attempt(sale);
    if (random.chance(0.8)) sales.buy(sale);
  };

  return {
    /** @throws Gone */
    use: async (account: Account): Promise<void> => {
      const open = shop.throwaways.filter(({ isGone }) => !isGone);
      if (open.length === 0) return;
      const terminal = random.pick(open);
      const answered = sales.sales.filter(
        (sale) => sale.terminal === terminal.id && sale.state === 'answered',
      );
      const one = (fits: (sale: Sale) => boolean) => answered.findLast(fits);
      const [unpaid, paid, held] = [sales.isUnpaid, sales.isPaid, sales.isHeld].map(one);
      const work = random.weighted<() => unknown>([
        [() => sell(account, terminal), 3],
        [() => unpaid && sales.buy(unpaid), 2],
        [() => unpaid && sales.cancel(unpaid), 2],
        [() => paid && refunds.begin(paid), 2],
        [() => held && captures.begin(held), 4],
        // One at which something was sold, as a rule.
        [() => remove(shop, terminal), answered.length > 1 ? 4 : 0.3],
      ]);
      await work();
    },
    /** Nothing is on its way any more but what is held: a refusal is a fault. @throws Gone */
    removeAll: async (): Promise<void> => {
      const held = readDatabase(shop.databaseFile, (db) =>
        db
          .prepare(
            `select terminal_id from invoices join holds on holds.invoice_id = invoices.id where holds.state = 'held'`,
          )
          .pluck()
          .all(),
      );
      for (const terminal of shop.throwaways.filter(({ id, isGone }) => !isGone && !held.includes(id))) {
        await remove(shop, terminal);
        if (!terminal.isGone)
          throw new Difference(`Terminal ${terminal.id} has nothing on its way, and cannot be deleted.`);
      }
    },
  };
};

/** Holds at every moment. */
export const deletionDifferences = (shop: CrashShop): string[] => {
  const rows = stored(shop.databaseFile);
  const bank = Map.groupBy(shop.bank.invoices(), ({ merchantId }) => merchantId);
  return shop.throwaways.flatMap(({ id, merchantId, isGone, wasAsked }) => {
    const row = rows.get(id);
    const says = JSON.stringify(row);
    if (row?.deleted_at == null)
      return isGone || !isUntouched(row) ? [`Terminal ${id} is half deleted: ${says}`] : [];
    const { has_token, open_invoices, open_attempts, deletions } = row;
    // Its registers, which are hidden from then on, go afterwards in slices.
    const isWhole = wasAsked && has_token === 0 && deletions === 1;
    const isUnderWay = (bank.get(merchantId) ?? []).some(
      ({ status, refunds }) =>
        ['processing', 'hold'].includes(status) || refunds.some((refund) => refund.status === 'processing'),
    );
    return [
      ...(isWhole ? [] : [`Terminal ${id} is half deleted: ${says}`]),
      ...(open_invoices + open_attempts > 0 || isUnderWay
        ? [`Terminal ${id} was deleted while its money was on its way: ${says}, at the bank: ${isUnderWay}`]
        : []),
    ];
  });
};
