import type { Account } from '../../../shared/api/account.ts';
import type { Page } from '../../../shared/api/pages.ts';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { answer, send } from '../../data/http.ts';
import { askTokens } from '../../data/sign-in.ts';
import { may } from '../../session/permissions.ts';
import { PURPOSES, type Purpose } from './purposes.ts';

/** It is the till's doing, not this screen's: so it stands in the list of the last requests. */
const AS_A_TILL = { headers: { 'X-Kramar-Client': 'trial' } };

export interface Tried {
  /** How many terminals it sees. */
  terminals: number;
  /** Whether it may all that it is to do. */
  hasRights: boolean;
}

/**
 * Signs in once as the till will, and reads what it reads first; whoever is signed in here stays so.
 * @throws ApiError credentials, and as any call
 */
export const tryAccount = async (
  { username, password }: { username: string; password: string },
  purpose: Purpose,
): Promise<Tried> => {
  const { access } = await askTokens(username, password, AS_A_TILL);
  const read = async <T>(path: string): Promise<T> => answer<T>(await send(path, AS_A_TILL, access));
  const { count } = await read<Page<Terminal>>('terminals/?page_size=1');
  const account = await read<Account>('account/');
  return { terminals: count, hasRights: PURPOSES[purpose].every((right) => may(account, right)) };
};
