/** The steps that the preload reports as they happen inside the service. */
export type Moment =
  | 'sending' // the bank is about to be called
  | 'sent' // the bank was called and has acted; its answer is not awaited
  | 'received' // the bank's answer is here
  | 'writing' // a statement is about to write
  | 'wrote' // it has written; reported with everything that its transaction did before
  | 'commit' // a transaction is about to commit
  | 'committed'
  | 'migrated' // one statement of a migration was run
  | 'ran' // another statement that returns no rows
  | 'copied' // some pages of a backup were copied
  | 'vacuum' // a copy at once is half-way
  | 'rename'
  | 'renamed'
  | 'duplicated' // a file was copied whole
  | 'remove'
  | 'removed'
  | 'closed' // the database
  | 'log' // half a line is written
  | 'answered'; // the answer was passed to the network

/** What must go on in the shop for a point to be reached. */
export type Occasion =
  | 'start'
  | 'stop'
  | 'sale'
  | 'lost sale'
  | 'cancel'
  | 'refund'
  | 'capture'
  | 'cash'
  | 'parts'
  | 'rest'
  | 'return'
  | 'deletion'
  | 'statement'
  | 'job'
  | 'backup'
  | 'drill'
  | 'update'
  | 'restore'
  | 'first start';

/** A place in the program at which the process is killed. */
export interface Point {
  name: string;
  at: Moment;
  /** What the preload reports then. */
  like: RegExp;
  when: Occasion;
  /** The point is passed up to this many times less one; chance decides how often. */
  upTo: number;
}

const point = (name: string, when: Occasion, at: Moment, like: RegExp, upTo = 1): Point => ({
  name,
  when,
  at,
  like,
  upTo,
});

const DOUBT = /update attempts in_doubt(?! CRASHED)/;
const CRASHED = /update attempts in_doubt CRASHED/;

/** In the words of preload.ts: the verb, the table, and the values that are known words. */
export const POINTS: readonly Point[] = [
  point('create: in transaction 1, the number taken', 'sale', 'wrote', /insert counters$/),
  point('create: before transaction 1 commits', 'sale', 'commit', /insert attempts create pending/),
  point('create: after transaction 1', 'sale', 'sending', /invoice\/create first/),
  point('create: the bank has acted, no answer yet', 'sale', 'sent', /invoice\/create first/),
  point('create: the bank has answered, before transaction 2', 'sale', 'received', /invoice\/create first/),
  point('create: in transaction 2, the invoice written', 'sale', 'wrote', /insert invoices$/),
  point('create: before transaction 2 commits', 'sale', 'commit', /invoice\.created/, 2),
  point('create: after transaction 2, before the answer', 'sale', 'committed', /invoice\.created/, 2),
  point('create: as the 201 leaves', 'sale', 'answered', /^POST \/api\/v1\/invoices\/ 201/, 2),

  point('doubt: before it commits', 'lost sale', 'commit', DOUBT),
  point('doubt: after it', 'lost sale', 'committed', DOUBT),
  point('retry: before the attempt is reopened', 'lost sale', 'commit', /update attempts pending/),
  point('retry: reopened, before the bank is called again', 'lost sale', 'sending', /invoice\/create again/),
  point('retry: the bank has acted again, no answer yet', 'lost sale', 'sent', /invoice\/create again/),
  point(
    'retry: the bank has answered, before transaction 2',
    'lost sale',
    'received',
    /invoice\/create again/,
  ),
  point('adoption: before it commits', 'lost sale', 'commit', /invoice\.adopted/),
  point('adoption: after it, before the key is answered', 'lost sale', 'committed', /invoice\.adopted/),

  point('cancel: before the bank is called', 'cancel', 'sending', /invoice\/remove/),
  point('cancel: the bank has acted, no answer yet', 'cancel', 'sent', /invoice\/remove/),
  point('cancel: the bank has answered, before transaction 2', 'cancel', 'received', /invoice\/remove/),
  point('cancel: before transaction 2 commits', 'cancel', 'commit', /attempts done, update invoices expired/),
  point('cancel: after transaction 2', 'cancel', 'committed', /attempts done, update invoices expired/),

  point('refund: before the bank is called', 'refund', 'sending', /invoice\/cancel/),
  point('refund: the bank has acted, no answer yet', 'refund', 'sent', /invoice\/cancel/),
  point('refund: the bank has answered, before transaction 2', 'refund', 'received', /invoice\/cancel/),
  point('refund: before transaction 2 commits', 'refund', 'commit', /attempts done, .*invoice\.refunded/),
  point('refund: after transaction 2', 'refund', 'committed', /attempts done, .*invoice\.refunded/),

  point('capture: before the bank is called', 'capture', 'sending', /invoice\/finalize/),
  point('capture: the bank has acted, no answer yet', 'capture', 'sent', /invoice\/finalize/),
  point('capture: the bank has answered, before transaction 2', 'capture', 'received', /invoice\/finalize/),
  point('capture: before its outcome commits', 'capture', 'commit', /invoice\.captured/),
  point('capture: its outcome is committed', 'capture', 'committed', /invoice\.captured/),

  point('cash: before the sale commits', 'cash', 'commit', /^(?!.*attempts).*insert cash_sales/, 2),
  point('cash: committed, before its answer', 'cash', 'committed', /^(?!.*attempts).*insert cash_sales/, 2),
  point('cash: as the 201 leaves', 'cash', 'answered', /^POST \/api\/v1\/cash-sales\/ 201/, 2),
  point(
    'parts: before transaction 1 commits',
    'parts',
    'commit',
    /attempts create pending.*insert cash_sales/,
  ),
  point('parts: after transaction 1', 'parts', 'committed', /attempts create pending.*insert cash_sales/),
  point('parts: the bank has acted, no answer yet', 'parts', 'sent', /invoice\/create first/),
  point('parts: as the 201 leaves', 'parts', 'answered', /^POST \/api\/v1\/cash-sales\/ 201/, 2),
  point('rest: the QR is withdrawn, no answer yet', 'rest', 'sent', /invoice\/remove/),
  point('rest: before its end commits', 'rest', 'commit', /update cash_sales/),
  point('rest: its end is committed', 'rest', 'committed', /update cash_sales/),
  point('return: before transaction 1 commits', 'return', 'commit', /refund pending.*insert cash_sales/),
  point('return: the bank has acted, no answer yet', 'return', 'sent', /invoice\/cancel/),
  point('return: after transaction 2', 'return', 'committed', /attempts done, .*invoice\.refunded/),

  point('deletion: before it commits', 'deletion', 'commit', /terminal_deleted/),
  point('deletion: committed, before its answer', 'deletion', 'committed', /terminal_deleted/),

  point('statement: the bank has answered', 'statement', 'received', /^GET statement/, 2),
  point('statement: in a slice', 'statement', 'wrote', /insert invoices past/, 6),
  point('statement: before a slice commits', 'statement', 'commit', /invoice\.found/, 2),
  point('statement: between two slices', 'statement', 'committed', /invoice\.found/, 2),
  point('statement: all is here, before that is noted', 'statement', 'commit', /terminal\.synced/),
  point('statement: noted', 'statement', 'committed', /terminal\.synced/),
  point('refresh: the bank has answered', 'sale', 'received', /^GET invoice\/status/, 3),
  point('refresh: before a payment commits', 'sale', 'commit', /update invoices success/),
  point('webhook: before it commits', 'sale', 'commit', /by webhook/, 3),
  point('webhook: after it, before it is answered', 'sale', 'committed', /by webhook/, 3),

  point('job: the run is written', 'job', 'committed', /insert job_runs/, 2),
  point('job: done, before that is written', 'job', 'writing', /update job_runs done/, 2),

  point('start: some of what was pending put in doubt', 'start', 'wrote', CRASHED),
  point('start: before what was pending is in doubt', 'start', 'commit', CRASHED),
  point('start: what was pending is in doubt', 'start', 'committed', CRASHED),
  point('start: before endpoint.json is renamed', 'start', 'rename', /endpoint\.json$/),
  point('start: after endpoint.json is renamed', 'start', 'renamed', /endpoint\.json$/),
  point('start: half a line of the log', 'start', 'log', /serving/),
  point('stop: before endpoint.json goes', 'stop', 'remove', /endpoint\.json$/),
  point('stop: the database is closed', 'stop', 'closed', /kramar\.db$/),

  point('backup: some pages copied', 'backup', 'copied', /pages/, 12),
  point('backup: copied, before its manifest', 'backup', 'rename', /kramar-\S+-scheduled\.json$/),
  point('backup: before it has its name', 'backup', 'rename', /partial -> \S+scheduled\.db$/),
  point('backup: it has its name', 'backup', 'renamed', /partial -> \S+scheduled\.db$/),
  point('backup: a trial restore', 'drill', 'duplicated', /restored\.db$/),

  point('update: before the backup', 'update', 'writing', /^vacuum/),
  point('update: the backup half-way', 'update', 'vacuum', /partial$/),
  point('update: the backup copied', 'update', 'wrote', /^vacuum/),
  point('update: before the backup has its name', 'update', 'rename', /partial -> \S+migration\.db$/),
  point('update: the backup has its name', 'update', 'renamed', /partial -> \S+migration\.db$/),
  point('update: in the migration', 'update', 'migrated', /./, 6),
  point('update: before the migration commits', 'update', 'commit', /migration/),
  point('update: the migration is committed', 'update', 'committed', /migration/),
  point('restore: the old database is looked into', 'restore', 'duplicated', /surveyed\.db$/),
  point('restore: the backup lies beside the database', 'restore', 'duplicated', /\.restoring$/),
  point('restore: before it is made ready', 'restore', 'commit', /backup\.restored/),
  point('restore: the log of the old one is folded in', 'restore', 'ran', /^begin exclusive; commit/),
  point('restore: before the old one is kept aside', 'restore', 'rename', /before-restore\S+partial -> /),
  point('restore: before it is in place', 'restore', 'rename', /restoring -> kramar\.db$/),
  point('restore: it is in place', 'restore', 'renamed', /restoring -> kramar\.db$/),
  point('first start: in the first migration', 'first start', 'migrated', /./, 20),
  point('first start: before the schema commits', 'first start', 'commit', /migration/),
  point('first start: before the master key is renamed', 'first start', 'rename', /master\.key$/),
  point('first start: after the master key is renamed', 'first start', 'renamed', /master\.key$/),
];

/** Killed by the harness, whenever it came about. */
export const ANY_TIME = 'at any time';

export const pointNamed = (name: string): Point => {
  const found = POINTS.find((each) => each.name === name);
  if (!found) throw new Error(`There is no point "${name}".`);
  return found;
};

/** A point that was chosen, and at which occurrence. */
export interface Aim {
  point: string;
  nth: number;
}

/** The preload is configured by environment variables, for threads inherit them. */
export const AIM = 'CRASH_AIM';
/** A file that names the point, written right before the kill. */
export const REACHED = 'CRASH_REACHED';
/** How far the clock is ahead, milliseconds. */
export const AHEAD = 'CRASH_CLOCK_AHEAD_MS';
export const BREAK = 'CRASH_BREAK';
