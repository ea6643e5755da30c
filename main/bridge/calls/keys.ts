import type { TillKey } from '../../../shared/bridge/till.ts';
import { PERMISSIONS } from '../../../shared/permissions.ts';
import { isoTime, isoTimeOrNull } from '../../../shared/time.ts';
import { changeKey, createKey, revokeKey, rotateKey } from '../../shop/accounts/keys.ts';
import { allKeys, type KeyRow } from '../../store/till-keys.ts';
import type { Handlers } from '../call.ts';

export const keyHandlers: Handlers<'keys'> = {
  'keys.list': ({ running }) =>
    allKeys(running.handle.db)
      .filter(({ revoked_at }) => revoked_at === null)
      .map(presentKey),
  'keys.add': ({ input, running, log }) => {
    const { row, key } = createKey(running.handle, input);
    log.info('A key was made.', { id: row.id, permissions: input.permissions });
    return { key, ...presentKey(row) };
  },
  'keys.change': ({ input, running, log }) => {
    const { id, ...changes } = input;
    const row = changeKey(running.handle, id, changes);
    log.info('A key was changed.', { id, changed: Object.keys(changes) });
    return presentKey(row);
  },
  'keys.rotate': ({ input, running, log }) => {
    const { row, key } = rotateKey(running.handle, input.id);
    log.info('A key was rotated.', { id: row.id });
    return { key, ...presentKey(row) };
  },
  'keys.revoke': ({ input, running, log }) => {
    revokeKey(running.handle, input.id);
    log.info('A key was revoked.', { id: input.id });
    return null;
  },
};

const presentKey = (row: KeyRow): TillKey => ({
  id: row.id,
  name: row.full_name,
  hint: row.hint,
  permissions: PERMISSIONS.filter((permission) => row[permission] === 1),
  terminal: row.terminal_id,
  own_sales_only: row.own_sales_only === 1,
  catalog_prices_only: row.catalog_prices_only === 1,
  is_active: row.is_active === 1,
  catalog_read_only: row.catalog_read_only === 1,
  issued_at: isoTime(row.issued_at),
  last_used_at: isoTimeOrNull(row.last_used_at),
});
