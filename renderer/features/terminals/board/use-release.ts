import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CashRegister } from '../../../../shared/api/cash-registers.ts';
import type { RegisterState } from '../../../../shared/api/register-state.ts';
import { failureOf } from '../../../data/failure.ts';
import { invalidate } from '../../../data/keys.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useTell } from '../../../ui/use-tell.ts';
import { registerStateQuery, releaseRegister } from './queries.ts';

/** Takes off what was seen on the register, and never anything else. */
export const useRelease = ({ id, name }: CashRegister, onDone: () => void) => {
  const { t } = useTranslation('board');
  const queries = useQueryClient();
  const tell = useTell();
  const { run, ...action } = useAction();
  const key = registerStateQuery(id).queryKey;

  const release = ({ invoice_id: expected }: RegisterState): void => {
    if (expected === null) return;
    void run(async () => {
      try {
        queries.setQueryData(key, await releaseRegister(id, expected));
      } catch (error) {
        // Whatever became of it, the bank says what is on it now.
        if (failureOf(error).kind !== 'session') void queries.invalidateQueries({ queryKey: key });
        throw error;
      }
      void invalidate(queries, 'invoice');
      tell.done(t('release.done', { name }));
      onDone();
    });
  };
  return { ...action, release };
};
