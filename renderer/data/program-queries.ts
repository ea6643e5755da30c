import { queryOptions } from '@tanstack/react-query';
import { ask, isDesktop } from './bridge.ts';
import { keys } from './keys.ts';

/** Queries to the program, which only its own window can make. */

/** The state of the first run and of the shop; needs no session. */
export const shopStateQuery = queryOptions({
  queryKey: keys.shopState,
  queryFn: () => ask('shop.state', {}),
  networkMode: 'always',
  enabled: isDesktop,
});

export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: () => ask('settings.list', {}),
  enabled: isDesktop,
});

export const backupsQuery = queryOptions({
  queryKey: keys.backups,
  queryFn: () => ask('backups.list', {}),
  enabled: isDesktop,
});

export const computerQuery = queryOptions({
  queryKey: keys.computer,
  queryFn: () => ask('computer.state', {}),
  enabled: isDesktop,
});

/** app/program.tsx also updates it on events of the program. */
export const updateQuery = queryOptions({
  queryKey: keys.update,
  queryFn: () => ask('update.state', {}),
  enabled: isDesktop,
});
