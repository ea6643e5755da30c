import { randomUUID } from 'node:crypto';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { AttemptKind, AttemptStatus, HoldRequest } from '../../../shared/api/statuses.ts';
import type { MoneyAct, MoneyPermit } from '../../platform/money-permit.ts';
import { build, type Db } from '../db/connection.ts';
import { countOf } from '../db/list.ts';
import { fixedQuery, placeholder, queryByColumns } from '../db/query-cache.ts';
import type { AttemptsTable } from '../db/tables.ts';

export type AttemptRow = Selectable<AttemptsTable>;

type NewAttempt = Pick<
  Insertable<AttemptsTable>,
  'kind' | 'tag' | 'terminal_id' | 'invoice_id' | 'account_id' | 'number' | 'request' | 'created_at'
> &
  Partial<Pick<AttemptRow, 'bank_created_at' | 'reason' | 'approved_by'>>;

const inserted = queryByColumns<AttemptRow, Insertable<AttemptsTable>>((attempt) =>
  build.insertInto('attempts').values(attempt).returningAll(),
);

/** What each kind of attempt does with money. A release gives held money back, a refund money that was taken. */
export const ACT_OF = {
  create: 'sale',
  remove: 'invalidate',
  refund: 'give-back',
  capture: 'capture',
  release: 'give-back',
} as const satisfies Record<AttemptKind, MoneyAct>;

/** A tag that identifies one attempt in the bank's answers: metadata of an invoice, extRef of a refund. */
export const newTag = (): string => randomUUID().replaceAll('-', '');

/** Writes a pending attempt, before the request to the bank. @param _permit of the guard, for what the attempt does */
export const insertAttempt = <Kind extends AttemptKind>(
  db: Db,
  attempt: NewAttempt & { kind: Kind },
  _permit: MoneyPermit<(typeof ACT_OF)[Kind]>,
): AttemptRow =>
  db.write(
    inserted({
      bank_created_at: null,
      ...attempt,
      status: 'pending',
      err_code: '',
      settled_at: null,
      bank_settled_at: null,
      register_check_at: null,
    }),
  );

const byId = fixedQuery<AttemptRow, [id: number]>(() =>
  build.selectFrom('attempts').selectAll().where('id', '=', placeholder<number>()),
);

export const findAttempt = (db: Db, id: number): AttemptRow | undefined => db.get(byId(id));

/** The attempts of an invoice, oldest first. */
export const attemptsOfInvoice = (db: Db, invoiceId: number): AttemptRow[] =>
  db.all(build.selectFrom('attempts').selectAll().where('invoice_id', '=', invoiceId).orderBy('id'));

/** Reopens a creation for another request under the same tag: the bank may create one more invoice. */
export const reopenAttempt = (
  db: Db,
  id: number,
  begun: Pick<AttemptRow, 'created_at' | 'bank_created_at'>,
  _permit: MoneyPermit<'sale'>,
): void => {
  db.run(
    build
      .updateTable('attempts')
      .set({ status: 'pending', ...begun, err_code: '', settled_at: null, bank_settled_at: null })
      .set('possible_invoices', sql<number>`possible_invoices + 1`)
      .where('id', '=', id),
  );
};

/** The bank has clearly refused the latest request of an attempt, so that one created no invoice. */
export const discountRequest = (db: Db, id: number): void => {
  db.run(
    build
      .updateTable('attempts')
      .set('possible_invoices', sql<number>`possible_invoices - 1`)
      .where('id', '=', id),
  );
};

/** Stores the beginning of an attempt by the bank's clock (ms), once that is known: at the latest now. */
export const noteBankTime = (db: Db, id: number, bank_created_at: number): void => {
  db.run(build.updateTable('attempts').set({ bank_created_at }).where('id', '=', id));
};

interface Outcome {
  status: AttemptStatus;
  settled_at: number;
  err_code?: string;
  invoice_id?: number;
  register_check_at?: number | null;
  bank_settled_at?: number | null;
}

const settled = queryByColumns((outcome: Outcome, id: number) =>
  build.updateTable('attempts').set(outcome).where('id', '=', id),
);

export const settleAttempt = (db: Db, id: number, outcome: Outcome): void => {
  db.run(settled(outcome, id));
};

/** Requests without an answer so far. One that the bank has confirmed is pending too, but was answered. */
export const pendingAttempts = (db: Db): AttemptRow[] =>
  db.all(
    build
      .selectFrom('attempts')
      .selectAll()
      .where('status', '=', 'pending')
      .where('accepted_at', 'is', null)
      .orderBy('id'),
  );

/** What gives or takes an invoice's money: a unique index allows one open request of these kinds. */
type MoneyKind = 'refund' | HoldRequest;
export type OpenMoney = AttemptRow & { kind: MoneyKind };

/** The condition of that index. */
export const OPEN_MONEY = sql<boolean>`kind in ('refund', 'capture', 'release') and status in ('pending', 'in_doubt')`;

const openMoney = fixedQuery<OpenMoney, [invoiceId: number]>(() =>
  build
    .selectFrom('attempts')
    .selectAll()
    .$narrowType<{ kind: MoneyKind }>()
    .where('invoice_id', '=', placeholder<number>())
    .where(OPEN_MONEY),
);

/** The refund, capture or release of an invoice with an unknown outcome. */
export const openMoneyOf = (db: Db, invoiceId: number): OpenMoney | undefined => db.get(openMoney(invoiceId));

/** The same condition for a row. */
export const isOpenMoney = (attempt: AttemptRow): attempt is OpenMoney =>
  ['refund', 'capture', 'release'].includes(attempt.kind) && ['pending', 'in_doubt'].includes(attempt.status);

/** The bank is working on a refund, a capture or a release: its outcome is still to come, but it is no longer in doubt. */
export const acceptAttempt = (db: Db, id: number, now: number): void => {
  db.run(
    build
      .updateTable('attempts')
      .set({ status: 'pending', accepted_at: now })
      .where('id', '=', id)
      .where('accepted_at', 'is', null),
  );
};

const inDoubt = () => build.selectFrom('attempts').where('status', '=', 'in_doubt');

export const countAttemptsInDoubt = (db: Db): number => countOf(db, inDoubt());

/** Requests of new invoices of which nothing is known yet. */
export const creationsInDoubt = (db: Db): AttemptRow[] =>
  db.all(inDoubt().selectAll().where('kind', '=', 'create').where('invoice_id', 'is', null));

/** The beginning of the youngest attempt in doubt (ms); undefined: none. */
export const latestDoubt = (db: Db): number | undefined =>
  db.get(inDoubt().select((eb) => eb.fn.max('created_at').as('at')))?.at ?? undefined;

export const attemptsInDoubt = (db: Db, terminalId: number): AttemptRow[] =>
  db.all(inDoubt().selectAll().where('terminal_id', '=', terminalId).orderBy('id'));

export const attemptByTag = (db: Db, tag: string): AttemptRow | undefined =>
  db.get(build.selectFrom('attempts').selectAll().where('tag', '=', tag));

/** Requests about money of a terminal whose outcome at the bank is unknown, or still to come. */
export const countOpenAttempts = (db: Db, terminalId: number): number =>
  countOf(
    db,
    build
      .selectFrom('attempts')
      .where('terminal_id', '=', terminalId)
      .where(sql<boolean>`status in ('pending', 'in_doubt')`),
  );
