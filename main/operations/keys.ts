import { type TillKey, tillKey } from '../../shared/operations/keys.ts';
import { present } from '../platform/present.ts';
import { changeKey, createKey, type IssuedKey, revokeKey, rotateKey } from '../shop/accounts/keys.ts';
import type { Db } from '../store/db/connection.ts';
import { findRefundLimits } from '../store/refund-limits.ts';
import { allKeys, type KeyRow } from '../store/till-keys.ts';
import type { Handlers } from './operation.ts';
import { presentLimits } from './people.ts';

export const keyHandlers: Handlers<'keys'> = {
  'keys.list': ({ db }) => ({ keys: allKeys(db).map((row) => presentKey(db, row)) }),
  'keys.add': ({ input, log, ...context }) => {
    const issued = createKey(context, input);
    log.info('A key was made.', { id: issued.row.id, permissions: input.permissions });
    return presentIssued(context.db, issued);
  },
  'keys.change': ({ input: { id, ...changes }, log, ...context }) => {
    const row = changeKey(context, id, changes);
    log.info('A key was changed.', { id, changed: Object.keys(changes) });
    return presentKey(context.db, row);
  },
  'keys.rotate': ({ input: { id }, log, ...context }) => {
    const issued = rotateKey(context, id);
    log.info('A key was rotated.', { id });
    return presentIssued(context.db, issued);
  },
  'keys.revoke': ({ input: { id }, log, ...context }) => {
    const row = revokeKey(context, id);
    log.info('A key was revoked.', { id });
    return presentKey(context.db, row);
  },
};

const presentIssued = (db: Db, { row, key }: IssuedKey) => ({ key, ...presentKey(db, row) });

const presentKey = (db: Db, row: KeyRow): TillKey =>
  present(tillKey, {
    ...row,
    ...presentLimits(findRefundLimits(db, row.id)),
    name: row.full_name,
    terminal: row.terminal_id,
  });
