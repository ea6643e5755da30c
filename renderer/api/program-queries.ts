import { queryOptions } from '@tanstack/react-query';
import type { Settings } from '../../shared/api/settings.ts';
import type { ApprovalOf } from './approvals.ts';
import { isPossibleHere } from './bridge.ts';
import { askProgram } from './client.ts';
import { call } from './http.ts';

/** Queries to the program, which only its own window can make. */

/** The state of the first run and of the shop; needs no session. */
export const shopStateQuery = queryOptions({ ...askProgram('shop.state', {}), networkMode: 'always' });
/** Owner only. A browser that is not the window reads them by the interface. */
export const settingsQuery = queryOptions({
  ...askProgram('settings.list', {}),
  ...(!isPossibleHere('settings.list') && { queryFn: () => call<Settings>('settings/'), enabled: true }),
  select: ({ settings }) => settings,
});
export const tillKeysQuery = queryOptions({
  ...askProgram('keys.list', {}),
  select: ({ keys }) => keys.filter(({ revoked_at }) => revoked_at === null),
});
export const webhooksQuery = queryOptions({
  ...askProgram('webhooks.list', {}),
  select: ({ webhooks }) => webhooks,
});
export const deliveriesQuery = (id: number) =>
  queryOptions({ ...askProgram('webhooks.deliveries', { id }), select: ({ deliveries }) => deliveries });
export const backupsQuery = askProgram('backups.list', {});
/** What is plugged in changes without an event. */
export const disksQuery = queryOptions({
  ...askProgram('disks.list', {}),
  select: ({ disks }) => disks,
  gcTime: 0,
});
export const copiesQuery = askProgram('copies.state', {});
export const computerQuery = askProgram('computer.state', {});
export const printersQuery = askProgram('printers.list', {});
/** app/program.tsx also updates it on events of the program. */
export const updateQuery = askProgram('update.state', {});
export const ownPinQuery = askProgram('pin.state', {});
/** Owner only: the accounts (ids) with a PIN. */
export const employeePinsQuery = queryOptions({
  ...askProgram('employees.list', {}),
  select: ({ employees }) => employees.filter(({ has_pin }) => has_pin).map(({ id }) => id),
});
/** The people who may approve a refund of this amount, or a discount of a sale that comes to it; minor units. */
export const approversQuery = (of: ApprovalOf, amount: number) =>
  queryOptions({ ...askProgram('approvals.people', { ...of, amount }), gcTime: 0 });
