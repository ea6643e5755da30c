import type { TokenRequest } from '../../../shared/api/auth.ts';
import type { AccountRow } from '../../store/accounts.ts';
import { fieldRefusal, SignInError } from '../errors.ts';
import type { Sessions } from './sessions.ts';

/**
 * The person who proves by their password who they are, while another session goes on.
 * @param field in which the password was sent
 * @throws ValidationError under the field, BusyError
 */
export const confirmPassword = async (
  { checkPassword }: Pick<Sessions, 'checkPassword'>,
  credentials: TokenRequest,
  field: 'current' | 'password',
): Promise<AccountRow> => {
  try {
    return await checkPassword(credentials);
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    throw fieldRefusal(
      field,
      'wrong_password',
      'This is not the password of an active person. Nothing was changed.',
    );
  }
};
