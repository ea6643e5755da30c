import { queryOptions } from '@tanstack/react-query';
import { ask, isDesktop } from './bridge.ts';
import { keys } from './keys.ts';

/** What the owner's screens read of the program; in a browser there is none to ask. */

/** How far the first run has come, and which shop this is. Nobody need be signed in. */
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

/** Also told by the program as it changes (app/program.tsx). */
export const updateQuery = queryOptions({
  queryKey: keys.update,
  queryFn: () => ask('update.state', {}),
  enabled: isDesktop,
});
