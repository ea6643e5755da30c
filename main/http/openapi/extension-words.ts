import type { Event } from '../../../shared/api/events.ts';
import type { HistoryEntry, InvoiceHistory } from '../../../shared/api/invoice-extras.ts';
import type { Job, JobRun } from '../../../shared/api/jobs.ts';
import type { Series, SeriesPoint, SeriesSums } from '../../../shared/api/series.ts';
import type { System } from '../../../shared/api/system.ts';
import { type FieldWords, stamps } from './words.ts';

/** What the fields of the extensions mean, as field-words.ts tells it of interface.md's own. */

export const seriesSums: FieldWords<SeriesSums> = {
  gross: 'What invoices were paid with in the range, refunded since or not, minor units.',
  fee: "The bank's fee for these payments, minor units.",
  refunds: 'What was given back in the range, of payments of whatever time, minor units.',
  net: 'gross − refunds − fee, minor units; below 0 where more was given back than came in.',
  count: 'How many payments; of a product, the lines that it was sold in.',
  refund_count: 'How many refunds; of a product, those that it has a share of.',
};

export const seriesPoint: FieldWords<SeriesPoint> = {
  key:
    'By hour "0" to "23", by weekday "1" (Monday) to "7", by day a date such as "2026-11-21", else the id of what it is ' +
    'about. Null: no register; nobody of the shop, found in the bank statement; no product of the catalog, or an ' +
    'invoice without items.',
  label: 'Name of the terminal (deleted ones too), register, product or employee; else empty.',
  quantity: 'Of a product: how many were sold, in its unit of measure, up to 3 decimals. Else null.',
  ...seriesSums,
};

export const series: FieldWords<Series> = {
  group_by: 'What the points are told apart by.',
  time_zone: "The shop's time zone, IANA: that of its hours, days and weekdays.",
  from: 'The beginning of the range as asked for, UTC, or null.',
  to: 'The end of the range as asked for, UTC, or null.',
  results:
    'hour, weekday: all of them, in order. day: each from the first to the last of the range, or with something where ' +
    'an end of it is open; a range of more than ten years is cut to the days with something. Else only those with ' +
    'something, by gross, highest first, then by label.',
  totals: 'Over everything in the range, each payment and each refund once.',
};

export const event: FieldWords<Event> = {
  id: 'Rises from event to event; there may be gaps.',
  type: 'What happened. Types may be added: pass over those that you do not know.',
  invoice: 'Id of the invoice that it is about, or null.',
  terminal: 'Id of the terminal that it is about, or null.',
  data: 'What more there is to tell: the fields depend on the type, as in the tables of GET events/.',
  created_at: 'When it was written, UTC.',
};

export const jobRun: FieldWords<JobRun> = {
  id: stamps.id,
  job: 'Name of the job.',
  cause:
    "What set it off. start: the start of the service. schedule: its time. wake: the PC's waking up, or the bank's " +
    'return. webhook: the bank told of an invoice that was not here. hand: somebody who asked for it.',
  status: 'cut_off: the service ended in the middle of it.',
  found: 'How much it looked at.',
  changed: 'How much of that it changed.',
  error: 'Why it failed, a line for each problem; empty when it did not.',
  started_at: 'When it began, UTC.',
  finished_at: 'When it ended, UTC; null while it runs, and when it was cut off.',
};

export const job: FieldWords<Job> = {
  name: 'Name, used in paths.',
  description: 'What it does.',
  schedule: 'When it looks whether there is anything to do: five fields, as cron(8) reads them.',
  time_zone: 'Of the schedule, IANA.',
  next_run_at: 'When that is next, UTC; null when the schedule is stopped.',
  is_running: 'True while it runs.',
  runs: 'Its latest 20 runs, newest first.',
};

export const system: FieldWords<System> = {
  version: 'Version of the service.',
  shop_name: 'What the owner calls the shop; "" where nothing was set.',
  time_zone: "The shop's time zone, IANA.",
  bank: 'How it stands with the bank.',
  attempts_in_doubt: 'Calls to the bank of which it is not known yet whether it acted.',
  paid_twice:
    'Sales of which two bank invoices were paid, and neither payment was refunded yet; empty without can_view_invoices.',
  unreadable_count: 'Records that the bank sends and this service cannot read; they stay as they were.',
  unreadable: 'The latest 100 of them; empty for a user without `can_view_invoices`.',
  backup: 'How it stands with the backups.',
  disk: 'How much room is left on the disks, read at most every ten seconds.',
  terminals: 'How it stands with each terminal, deleted ones excepted.',
};

export const systemBank: FieldWords<System['bank']> = {
  state:
    'unreachable: several calls in a row went unanswered. unknown: nobody has asked it since the service began.',
  since: 'While unreachable: when the first call went unanswered, UTC; else null.',
  err_code: 'While unreachable: how the last call failed, as in a 502; null when it is not known.',
  next_try_at: 'While unreachable: when it is tried next, UTC; else null.',
  last_answer_at: 'When it last answered, UTC; null when it has not since the service began.',
};

export const systemPaidTwice: FieldWords<System['paid_twice'][number]> = {
  invoice: 'Id of the invoice of the second payment.',
  number_display: 'Its number, as it is shown.',
  first_invoice: 'Id of the invoice that the sale was paid by first.',
  first_number_display: 'Its number, as it is shown.',
  amount: 'Minor units, of each of the two.',
};

export const systemUnreadable: FieldWords<System['unreadable'][number]> = {
  kind: 'What it is about.',
  terminal: 'Id of its terminal.',
  invoice: 'Id of its invoice; null when there is none, or none is known.',
  bank_id: "The bank's id of it; empty when that cannot be read.",
  field: "Path of the field in the bank's answer; empty when it is the answer as a whole.",
  value: 'What the bank sends in it, shortened, card numbers and secrets masked.',
  since: 'When it could not be read for the first time, UTC.',
  next_try_at: 'When it is tried again, UTC; null when that is with the next list of its kind.',
};

export const systemBackup: FieldWords<System['backup']> = {
  last_at: 'When the newest sound backup was made, UTC; null when there is none.',
  is_overdue: 'True when that is more than two days ago, or there is none.',
  problem: 'Why the last backup, or its trial, failed; empty when neither did.',
};

export const diskSpace: FieldWords<NonNullable<System['disk']['data']>> = {
  free: 'Bytes that can still be written.',
  is_low: 'True when that is under a gigabyte, or under what a backup or an update of the database takes.',
};

export const systemDisk: FieldWords<System['disk']> = {
  data: 'Where the database is; null when it could not be found out.',
  backups: 'Where backups are kept; null likewise, as while that disk is not plugged in.',
  is_same: 'True when both are on one disk.',
};

export const systemTerminal: FieldWords<System['terminals'][number]> = {
  id: 'Id of the terminal.',
  token:
    'missing: it has no bank token, or the key that opens it is lost or locked; whatever needs the bank is refused ' +
    'with TOKEN_MISSING.',
  synced_at: 'Up to when the bank statement is here, UTC; null when it was never brought.',
  paused_until: 'Until when work in the background leaves the bank in peace, UTC; null when it does not.',
};

export const invoiceHistory: FieldWords<InvoiceHistory> = {
  invoice: 'Id of the invoice.',
  created_by: 'Who created it: full name, else username; empty for a payment made past this service.',
  expires_at:
    'Until when it may be paid, or might have been, UTC; null for a payment made past this service.',
  results: 'What happened, oldest first.',
};

export const historyEntry: FieldWords<HistoryEntry> = {
  at: 'When, UTC. Of a payment, and of a refund, the time that the bank tells.',
  type:
    'created: at the bank. adopted: the bank had opened it, though its answer never came. found: in the bank statement. ' +
    'status_changed: it took another status. paid: it was paid. cancel_requested, refund_requested: somebody of the ' +
    'shop asked for it. refunded: the money went back. in_doubt: whether the bank did what it was asked is not known ' +
    'yet; a later entry tells. settled: it did. refused: it did not.',
  status: 'The status that it took, or null.',
  amount: 'Of a refund, minor units; else null.',
  by: 'Who asked for it: full name, else username; empty when nobody of the shop did.',
  detail: "The bank's error code or reason of failure; empty when there is none.",
};
