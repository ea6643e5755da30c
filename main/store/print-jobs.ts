import { type Selectable, sql } from 'kysely';
import { build, type Db } from './db/connection.ts';
import { rowsBy } from './db/put.ts';
import { fixedQuery } from './db/query-cache.ts';
import type { PrintJobsTable } from './db/tables.ts';

export type PrintJobRow = Selectable<PrintJobsTable>;

export const { insert: insertPrintJob, update: updatePrintJob } = rowsBy('print_jobs', 'id');

/** Does nothing where the receipt has been printed by itself before, or will be. */
export const insertPaidJob = (db: Db, invoice_id: number, created_at: number): void => {
  db.run(
    build
      .insertInto('print_jobs')
      .values({ invoice_id, cause: 'paid', state: 'queued', created_at })
      .onConflict((conflict) => conflict.doNothing()),
  );
};

/** Runs several times a second. */
const firstQueued = fixedQuery<PrintJobRow, []>(() =>
  build
    .selectFrom('print_jobs')
    .selectAll()
    .where('state', '=', sql.lit('queued' as const))
    .orderBy('id')
    .limit(sql.lit(1)),
);

/** The one that has waited longest. */
export const nextPrintJob = (db: Db): PrintJobRow | undefined => db.get(firstQueued());

export const queuedPrintJobs = (db: Db): PrintJobRow[] =>
  db.all(build.selectFrom('print_jobs').selectAll().where('state', '=', 'queued').orderBy('id'));

/** The last one of an invoice. */
export const lastPrintJob = (db: Db, invoiceId: number): PrintJobRow | undefined =>
  db.get(
    build
      .selectFrom('print_jobs')
      .selectAll()
      .where('invoice_id', '=', invoiceId)
      .orderBy('id', 'desc')
      .limit(1),
  );

/** Whether a receipt was printed, or may have been. */
export const wasSentToPrinter = (db: Db, invoiceId: number): boolean =>
  db.get(
    build
      .selectFrom('print_jobs')
      .select('id')
      .where('invoice_id', '=', invoiceId)
      .where('sent_at', 'is not', null)
      .limit(1),
  ) !== undefined;

/** Ends those that an interrupted service left on their way: whether they were printed is not known. */
export const cutOffPrintJobs = (db: Db): void => {
  db.run(
    build.updateTable('print_jobs').set({ state: 'failed', fault: 'cut_off' }).where('state', '=', 'sending'),
  );
};

/** Failed ones since a moment (ms) that are the last of their invoice, newest first. */
export const failedPrintJobs = (db: Db, since: number): PrintJobRow[] =>
  db.all(
    build
      .selectFrom('print_jobs as job')
      .selectAll()
      .where('state', '=', 'failed')
      .where('created_at', '>=', since)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('print_jobs as later')
              .select('later.id')
              .whereRef('later.invoice_id', '=', 'job.invoice_id')
              .whereRef('later.id', '>', 'job.id'),
          ),
        ),
      )
      .orderBy('id', 'desc'),
  );

/** Deletes those that were requested before a moment (ms); returns how many. */
export const prunePrintJobs = (db: Db, before: number): number =>
  db.run(build.deleteFrom('print_jobs').where('created_at', '<', before).where('state', '!=', 'queued'));
