import { movedAway, tokenMissing } from '../../bank/errors.ts';
import type { Vault } from '../../platform/vault.ts';
import type { TerminalRow } from '../../store/terminals.ts';

/** Opens a terminal's bank token. @throws BankError TOKEN_MISSING, MOVED_AWAY */
export type OpenToken = (terminal: Pick<TerminalRow, 'id' | 'name' | 'sealed_token'>) => Promise<string>;

export const createOpenToken =
  (vault: Vault, isMovedAway: () => boolean): OpenToken =>
  async ({ id, name, sealed_token }) => {
    // Before a request is written down, too.
    if (isMovedAway()) throw movedAway();
    // A keychain that was locked at start may have been unlocked since.
    if (sealed_token !== null) await vault.unlock();
    const token = vault.openToken(id, sealed_token);
    if (token === undefined) throw tokenMissing(name);
    return token;
  };
