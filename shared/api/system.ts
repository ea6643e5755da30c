import * as v from 'valibot';
import { OS_FAULTS } from '../errors.ts';
import { choice, count, flag, id, minorUnits, nullable, shape, string, timestamp } from './answers.ts';
import { described } from './described.ts';
import { BANK_STATES, UNREADABLE_KINDS } from './statuses.ts';

/** Low: under a gigabyte, or under the need of a backup or an update of the database. */
const diskSpace = shape('DiskSpace', {
  free: count('Bytes that can still be written.', 41_870_000_000),
  is_low: flag(
    'True when that is under a gigabyte, or under what a backup or an update of the database takes.',
  ),
});

const systemBank = shape('SystemBank', {
  state: choice(
    BANK_STATES,
    'unreachable: several calls in a row went unanswered. unknown: no request was sent since the service ' +
      'began.',
    'unreachable',
  ),
  since: nullable(
    timestamp(),
    'While unreachable: when the first call went unanswered, UTC; else null.',
    '2026-03-02T08:31:12.480Z',
  ),
  err_code: nullable(
    v.string(),
    'While unreachable: how the last call failed, as in a 502; null when it is not known.',
    'TIMEOUT',
  ),
  next_try_at: nullable(
    timestamp(),
    'While unreachable: when it is tried next, UTC; else null.',
    '2026-03-02T08:32:40.000Z',
  ),
  last_answer_at: nullable(
    timestamp(),
    'When it last answered, UTC; null when it has not since the service began.',
    '2026-03-02T08:30:59.733Z',
  ),
});

const systemPaidTwice = shape('SystemPaidTwice', {
  invoice: id('Id of the invoice of the second payment.', 19),
  number_display: string('Its number, as it is shown.', '000019'),
  first_invoice: id('Id of the invoice that the sale was paid by first.', 15),
  first_number_display: string('Its number, as it is shown.', '000015'),
  amount: minorUnits('Minor units, of each of the two.', 8100),
});

const systemUnreadable = shape('SystemUnreadable', {
  kind: choice(UNREADABLE_KINDS, 'What it is about.', 'invoice'),
  terminal: id('Id of its terminal.'),
  invoice: nullable(id(), 'Id of its invoice; null when there is none, or none is known.', 15),
  bank_id: string("The bank's id of it; empty when that cannot be read.", 'p2_9ZgpZVsl3'),
  field: string("Path of the field in the bank's answer; empty when it is the answer as a whole.", 'status'),
  value: string('What the bank sends in it, shortened, card numbers and secrets masked.', '"pending"'),
  since: timestamp('When it could not be read for the first time, UTC.', '2026-03-02T08:04:00.012Z'),
  next_try_at: nullable(
    timestamp(),
    'When it is tried again, UTC; null when that is with the next list of its kind.',
  ),
});

const systemBackup = shape('SystemBackup', {
  last_at: nullable(
    timestamp(),
    'When the newest sound backup was made, UTC; null when there is none.',
    '2026-03-02T03:10:00.000Z',
  ),
  is_overdue: flag('True when that is more than two days ago, or there is none.'),
  problem: string('Why the last backup, or its trial, failed; empty when neither did.'),
  fault: nullable(
    v.picklist(OS_FAULTS),
    'The cause of `problem` in a word that stays: of the disk or the folder, or `damaged` when a copy did not pass its ' +
      'check. Null when it is another one, or nothing failed.',
  ),
});

const systemCopies = shape('SystemCopies', {
  is_on: flag('True when an encrypted copy of each daily backup is made.', true),
  last_at: nullable(
    timestamp(),
    'When the backup in the newest encrypted copy was made, UTC; null when there is none, or its folder cannot be read.',
    '2026-03-02T03:10:00.000Z',
  ),
  is_overdue: flag('True when they are on, and that is more than two days ago.'),
  problem: string('Why the last copy, or its trial, failed; empty when neither did.'),
  fault: nullable(v.picklist(OS_FAULTS), 'The cause of `problem`, as in `backup`.'),
});

const systemMovedAway = shape('SystemMovedAway', {
  at: timestamp('When the owner moved the shop to another computer, UTC.', '2026-03-02T18:00:00.000Z'),
  copy: string(
    'Name of the encrypted copy that was made for it.',
    'kramar-3fa9c12b-20260302-180000-move.tar.age',
  ),
});

const systemMovedHere = shape('SystemMovedHere', {
  at: timestamp('When the copy was restored here, UTC.', '2026-03-02T18:20:00.000Z'),
  computer: string('Name of the computer that made the copy.', 'till-1'),
});

const systemDisk = shape('SystemDisk', {
  data: described(v.nullable(diskSpace), 'Where the database is; null when it could not be found out.'),
  backups: nullable(
    diskSpace,
    'Where backups are kept; null likewise, as while that disk is not plugged in.',
    { free: 640_000_000, is_low: true },
  ),
  is_same: flag('True when both are on one disk.'),
});

const systemTerminal = shape('SystemTerminal', {
  id: id('Id of the terminal.'),
  token: choice(
    ['usable', 'missing'],
    'missing: it has no bank token, or the key that opens it is lost or locked; whatever needs the bank is ' +
      'refused with TOKEN_MISSING.',
  ),
  synced_at: nullable(
    timestamp(),
    'Up to when the bank statement is here, UTC; null when it was never brought.',
    '2026-03-02T08:04:00.012Z',
  ),
  paused_until: nullable(
    timestamp(),
    'Until when background work sends no bank requests, UTC; null when it may.',
  ),
});

const shopFacts = shape('ShopFacts', {
  people: flag('True when there is an employee, active or not.'),
  locations: flag('True when there is a second bank connection.'),
  stands: flag('True when there is an active QR stand.'),
  cash: flag('True when the shop takes cash, or a shift is open or ended in the last 90 days.'),
  holds: flag('True when money was held at least once.'),
  receipts: flag('True when a bank issues fiscal receipts.'),
  programs: flag('True when there is, or was, a key of a till.'),
});

/** State of Kramar's dependencies: for the banners of a screen, and for monitoring. */
export const system = shape('SystemState', {
  version: string('Version of the service.', '1.0.0'),
  is_practice: flag('True in the demo: people, goods and sales are made up, and no money moves.'),
  console: string(
    'How the owner\'s commands begin on this computer, with the data folder unless it is the usual one; "" for ' +
      'anyone but the owner.',
    'npm run admin --',
  ),
  has_window: flag(
    'True where the service belongs to the installed program, whose window opens kramar:// links.',
  ),
  shop_name: string('What the owner calls the shop; "" where nothing was set.', 'Кава на розі'),
  seller_iban: string(
    'The seller\'s account on papers; "" where nothing was set.',
    'UA213223130000026007233566001',
  ),
  return_text: string(
    'What papers say about returns; "" where nothing was set.',
    'Повернення протягом 14 днів за наявності чека.',
  ),
  facts: described(
    shopFacts,
    'What the shop has besides one person, one bank connection and its QR: what concerns it is shown only then.',
  ),
  time_zone: string("The shop's time zone, IANA.", 'Europe/Kyiv'),
  bank: described(systemBank, 'State of the connection to the bank.'),
  attempts_in_doubt: count('Number of bank requests whose outcome is not known yet.', 1),
  paid_twice: described(
    v.array(systemPaidTwice),
    'Sales of which two bank invoices were paid, and neither payment was refunded yet; empty without ' +
      'can_view_invoices.',
  ),
  unreadable_count: count(
    'Records that the bank sends and this service cannot read; they stay as they were.',
    1,
  ),
  unreadable: described(
    v.array(systemUnreadable),
    'The latest 100 of them; empty for a user without `can_view_invoices`.',
  ),
  backup: described(systemBackup, 'State of the backups.'),
  copies: described(systemCopies, 'State of the encrypted copies.'),
  keys_off: count('Keys of tills that a restore has turned off; 0 for anyone but the owner.'),
  moved_away: nullable(
    systemMovedAway,
    'The shop goes on on another computer: whatever needs the bank is refused with MOVED_AWAY. Null: it goes on here.',
    { at: '2026-03-02T18:00:00.000Z', copy: 'kramar-3fa9c12b-20260302-180000-move.tar.age' },
  ),
  moved_here: nullable(systemMovedHere, 'The copy that the shop came here by; null: it began here.', {
    at: '2026-03-02T18:20:00.000Z',
    computer: 'till-1',
  }),
  disk: described(systemDisk, 'How much room is left on the disks, read at most every ten seconds.'),
  terminals: described(v.array(systemTerminal), 'State of each terminal, deleted ones excepted.'),
});
export type System = v.InferOutput<typeof system>;
