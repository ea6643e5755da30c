import { ground } from './001-ground.ts';
import { eventsAndJobs } from './002-events-jobs.ts';
import { refunds } from './003-refunds.ts';
import { fiscalChecks } from './004-fiscal-checks.ts';
import { rollupsAndSearch } from './005-rollups-search.ts';
import { refundJournal } from './006-refund-journal.ts';
import { unreadableRecords } from './007-unreadable-records.ts';
import { saleInvoices } from './008-sale-invoices.ts';
import { bankTime } from './009-bank-time.ts';
import { tillKeys } from './010-till-keys.ts';
import { webhooks } from './011-webhooks.ts';
import { people } from './012-people.ts';
import { selling } from './013-selling.ts';
import { actionLog } from './014-action-log.ts';
import { shifts } from './015-shifts.ts';
import { printJobs } from './016-print-jobs.ts';
import { shopLogo } from './017-shop-logo.ts';
import { fiscal } from './018-fiscal.ts';
import { holds } from './019-holds.ts';
import { incomeBook } from './020-income-book.ts';
import { fiscalDocuments } from './021-fiscal-documents.ts';
import { statementHistories } from './022-statement-histories.ts';
import { partialIndexes } from './023-partial-indexes.ts';
import { oneSegment } from './024-one-segment.ts';
import { cartDetails } from './025-cart-details.ts';

/** A part of a migration that may take long. */
export interface Step {
  /** Names its work to a waiting user. */
  what: string;
  sql: string;
  /** Run for one part of the rows after another: `last` gives the last id of the part after an id, null at the end. */
  parts?: { last: string; sql: string };
}

export type Migration = string | readonly Step[];

/** In order; the database's `user_version` is how many of them it has. Frozen once released. */
export const migrations: readonly Migration[] = [
  ground,
  eventsAndJobs,
  refunds,
  fiscalChecks,
  rollupsAndSearch,
  refundJournal,
  unreadableRecords,
  saleInvoices,
  bankTime,
  tillKeys,
  webhooks,
  people,
  selling,
  actionLog,
  shifts,
  printJobs,
  shopLogo,
  fiscal,
  holds,
  incomeBook,
  fiscalDocuments,
  statementHistories,
  partialIndexes,
  oneSegment,
  cartDetails,
];
