import { movedAway, tokenMissing } from '../../bank/errors.ts';
import type { Vault } from '../../platform/vault.ts';
import type { TerminalRow } from '../../store/terminals.ts';

/** Opens a terminal's bank token. @throws BankError TOKEN_MISSING, MOVED_AWAY */
export type OpenToken = (terminal: Pick<TerminalRow, 'id' | 'name' | 'sealed_token'>) => Promise<string>;

/** Opens it at once, as far as the keychain is open. @throws BankError TOKEN_MISSING */
export const openTokenNow = (
  vault: Pick<Vault, 'openToken'>,
  { id, name, sealed_token }: Pick<TerminalRow, 'id' | 'name' | 'sealed_token'>,
): string => {
  const token = vault.openToken(id, sealed_token);
  if (token === undefined) throw tokenMissing(name);
  return token;
};

export const createOpenToken =
  (vault: Vault, isMovedAway: () => boolean): OpenToken =>
  async (terminal) => {
    // Before a request is written down, too.
    if (isMovedAway()) throw movedAway();
    // A keychain that was locked at start may have been unlocked since.
    if (terminal.sealed_token !== null) await vault.unlock();
    return openTokenNow(vault, terminal);
  };
