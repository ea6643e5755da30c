import type { Log } from '../../platform/log.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Secrets } from '../../store/copies/copy-file.ts';
import type { Db } from '../../store/db/connection.ts';
import { allReceivers, findReceiver, updateReceiver } from '../../store/receivers.ts';
import { allTerminals, findTerminal, updateTerminal } from '../../store/terminals.ts';

/** What the vault has sealed for this shop, opened, for an encrypted copy. What it cannot open is left out. */
export const openSecrets = (db: Db, vault: Vault): Secrets => ({
  terminals: allTerminals(db).flatMap(({ id, sealed_token }) => {
    const token = vault.openToken(id, sealed_token);
    return token === undefined ? [] : [{ id, token }];
  }),
  receivers: allReceivers(db).flatMap(({ id, sealed_secret }) => {
    const secret = vault.openSecret(id, sealed_secret);
    return secret === undefined ? [] : [{ id, secret }];
  }),
});

/**
 * Seals the secrets of a copy with the key of this computer. Call it in a transaction.
 * @param vault open
 * @returns how many bank tokens were sealed
 */
export const sealSecrets = (db: Db, vault: Vault, { terminals, receivers }: Secrets): number => {
  const known = terminals.flatMap(({ id, token }) => {
    const terminal = findTerminal(db, id);
    return terminal ? [{ terminal, token }] : [];
  });
  for (const { terminal, token } of known)
    updateTerminal(db, terminal, { sealed_token: vault.sealToken(terminal.id, token) });
  for (const { id, secret } of receivers)
    if (findReceiver(db, id)) updateReceiver(db, id, { sealed_secret: vault.sealSecret(id, secret) });
  return known.length;
};

/** Masks them in the log from now on. */
export const maskSecrets = (log: Pick<Log, 'secret'>, { terminals, receivers }: Secrets): void => {
  for (const { token } of terminals) log.secret(token);
  for (const { secret } of receivers) log.secret(secret);
};
