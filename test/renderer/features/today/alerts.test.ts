import { expect, test } from 'vitest';
import { alertsOf } from '../../../../renderer/features/today/alerts.ts';
import { type System, system as systemShape } from '../../../../shared/api/system.ts';
import { type Terminal, terminal as terminalShape } from '../../../../shared/api/terminals.ts';
import { sample } from '../../../helpers/sample.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();

const terminal = (id: number, changes: Partial<Terminal> = {}): Terminal =>
  sample(terminalShape, { id, name: `Каса ${id}`, is_active: true, created_at: hoursAgo(1000), ...changes });
const state = (id: number, changes: Partial<System['terminals'][number]> = {}) => ({
  id,
  token: 'usable' as const,
  synced_at: hoursAgo(1),
  paused_until: null,
  ...changes,
});
const well = sample(systemShape, {
  bank: { state: 'reachable', since: null, err_code: null, next_try_at: null, last_answer_at: hoursAgo(0) },
  keys_off: 0,
  attempts_in_doubt: 0,
  paid_twice: [],
  unreadable_count: 0,
  unreadable: [],
  backup: { last_at: hoursAgo(5), is_overdue: false, problem: '', fault: null },
  disk: { data: { free: 5e10, is_low: false }, backups: { free: 5e10, is_low: false }, is_same: true },
  copies: { is_on: false, last_at: null, is_overdue: false, problem: '', fault: null },
  moved_away: null,
  moved_here: null,
  terminals: [state(1)],
});
const alerts = (system: Partial<System>, terminals = [terminal(1)], isOwner = true) =>
  alertsOf({ ...well, ...system }, terminals, { isOwner, now: NOW });
const kinds = (...given: Parameters<typeof alerts>) => alerts(...given).map(({ kind }) => kind);

test('a sale that was paid twice, until one of the payments is refunded', () => {
  const sale = {
    invoice: 19,
    number_display: '000019',
    first_invoice: 15,
    first_number_display: '000015',
    amount: 8100,
  };
  expect(alerts({ paid_twice: [sale] })).toEqual([{ kind: 'paidTwice', sale }]);
});

test('unreadable records of the bank, with the newest for users who may see it', () => {
  const newest: System['unreadable'][number] = {
    kind: 'invoice',
    terminal: 1,
    invoice: 7,
    bank_id: 'p2_7',
    field: 'status',
    value: '"paid"',
    since: hoursAgo(1),
    next_try_at: null,
  };
  expect(alerts({ unreadable_count: 2, unreadable: [newest] })).toEqual([
    { kind: 'unreadable', count: 2, newest },
  ]);
  expect(alerts({ unreadable_count: 2 })).toEqual([{ kind: 'unreadable', count: 2, newest: undefined }]);
});

test('nothing, when all is well', () => {
  expect(kinds({})).toEqual([]);
  expect(kinds({ bank: { ...well.bank, state: 'unknown', last_answer_at: null } })).toEqual([]);
});

test('the bank that does not answer is no alert: the banner above every screen says it', () => {
  const bank = { ...well.bank, state: 'unreachable' as const, since: hoursAgo(2), next_try_at: hoursAgo(-1) };
  expect(alerts({ bank })).toEqual([]);
});

test('alerts that stop sales or concern money come before those that can wait', () => {
  const found = alerts({
    terminals: [state(1, { token: 'missing' })],
    attempts_in_doubt: 1,
    backup: { last_at: null, is_overdue: true, problem: '', fault: null },
    disk: { data: { free: 1, is_low: true }, backups: { free: 1, is_low: true }, is_same: false },
  });
  expect(found).toMatchObject([
    { kind: 'token' },
    { kind: 'disk', isData: true },
    { kind: 'doubt' },
    { kind: 'backup' },
    { kind: 'disk', isData: false },
  ]);
});

test('a token that is missing, and then nothing of the statement that cannot be had without it', () => {
  const terminals = [state(1, { token: 'missing', synced_at: hoursAgo(50) })];
  expect(alerts({ terminals })).toEqual([{ kind: 'token', terminal: terminal(1) }]);
});

test('a statement that is over a day old; one just added has had no time yet', () => {
  expect(kinds({ terminals: [state(1, { synced_at: hoursAgo(23) })] })).toEqual([]);
  expect(kinds({ terminals: [state(1, { synced_at: hoursAgo(25) })] })).toEqual(['statement']);
  const never = [state(1, { synced_at: null })];
  expect(kinds({ terminals: never })).toEqual(['statement']);
  expect(kinds({ terminals: never }, [terminal(1, { created_at: hoursAgo(1) })])).toEqual([]);
});

test('a terminal that is switched off is meant to rest', () => {
  const terminals = [state(1, { token: 'missing' }), state(2, { synced_at: hoursAgo(90) })];
  expect(
    kinds({ terminals }, [terminal(1, { is_active: false }), terminal(2, { is_active: false })]),
  ).toEqual([]);
});

test('backups are the owner’s business', () => {
  const overdue = { backup: { last_at: null, is_overdue: true, problem: '', fault: null } };
  expect(alerts(overdue)).toEqual([{ kind: 'backup', lastAt: null, problem: '' }]);
  expect(kinds({ backup: { ...well.backup, problem: 'disk full' } })).toEqual(['backup']);
  expect(kinds(overdue, [terminal(1)], false)).toEqual([]);
});

test('encrypted copies are missed like backups, by the owner and while they are on', () => {
  const overdue = { is_on: true, last_at: hoursAgo(60), is_overdue: true, problem: '', fault: null };
  expect(alerts({ copies: overdue })).toEqual([{ kind: 'copy', lastAt: NOW - 60 * 3_600_000, problem: '' }]);
  expect(kinds({ copies: { ...overdue, is_overdue: false, problem: 'the disk is away' } })).toEqual(['copy']);
  expect(kinds({ copies: { ...overdue, is_on: false } })).toEqual([]);
  expect(kinds({ copies: overdue }, [terminal(1)], false)).toEqual([]);
});

test('a disk that fills up: the data disk for all, the one with the backups for the owner, one disk once', () => {
  const low = { free: 4e8, is_low: true };
  const roomy = { free: 5e10, is_low: false };
  const both = { disk: { data: low, backups: low, is_same: true } };
  expect(alerts(both)).toEqual([{ kind: 'disk', isData: true, free: 4e8 }]);
  expect(alerts(both, [terminal(1)], false)).toEqual([{ kind: 'disk', isData: true, free: 4e8 }]);
  const apart = { disk: { data: roomy, backups: low, is_same: false } };
  expect(alerts(apart)).toEqual([{ kind: 'disk', isData: false, free: 4e8 }]);
  expect(alerts(apart, [terminal(1)], false)).toEqual([]);
  expect(alerts({ disk: { data: low, backups: low, is_same: false } })).toHaveLength(2);
  expect(alerts({ disk: { data: null, backups: null, is_same: true } })).toEqual([]);
});

test('payments without a fiscal check: how many and how much, and only when there are any', () => {
  const gaps = (count: number) => ({ count, total_amount: 124_000, other_currencies: [] });
  const alerts = (count: number) =>
    alertsOf(well, [terminal(1)], { isOwner: false, now: NOW, gaps: gaps(count) });
  expect(alerts(0)).toEqual([]);
  expect(alerts(3)).toEqual([{ kind: 'fiscal', gaps: gaps(3) }]);
});
