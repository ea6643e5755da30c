import { queryOptions } from '@tanstack/react-query';
import { callProgram, isDesktop } from './bridge.ts';
import { keys } from './keys.ts';

/** Queries to the program, which only its own window can make. */

/** The state of the first run and of the shop; needs no session. */
export const shopStateQuery = queryOptions({
  queryKey: keys.shopState,
  queryFn: () => callProgram('shop.state', {}),
  networkMode: 'always',
  enabled: isDesktop,
});

export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: () => callProgram('settings.list', {}),
  enabled: isDesktop,
});

export const tillKeysQuery = queryOptions({
  queryKey: keys.tillKeys,
  queryFn: async () => {
    const { keys: all } = await callProgram('keys.list', {});
    return all.filter((key) => key.revoked_at === null);
  },
  enabled: isDesktop,
});

export const webhooksQuery = queryOptions({
  queryKey: keys.webhooks,
  queryFn: async () => (await callProgram('webhooks.list', {})).webhooks,
  enabled: isDesktop,
});

export const deliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: keys.deliveries(id),
    queryFn: async () => (await callProgram('webhooks.deliveries', { id })).deliveries,
    enabled: isDesktop,
  });

export const backupsQuery = queryOptions({
  queryKey: keys.backups,
  queryFn: () => callProgram('backups.list', {}),
  enabled: isDesktop,
});

export const copiesQuery = queryOptions({
  queryKey: keys.copies,
  queryFn: () => callProgram('copies.state', {}),
  enabled: isDesktop,
});

export const computerQuery = queryOptions({
  queryKey: keys.computer,
  queryFn: () => callProgram('computer.state', {}),
  enabled: isDesktop,
});

export const printersQuery = queryOptions({
  queryKey: keys.printers,
  queryFn: () => callProgram('printers.list', {}),
  enabled: isDesktop,
});

/** app/program.tsx also updates it on events of the program. */
export const updateQuery = queryOptions({
  queryKey: keys.update,
  queryFn: () => callProgram('update.state', {}),
  enabled: isDesktop,
});
