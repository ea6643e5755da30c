import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { SecondPerson } from '../../shop/second-person.tsx';
import { type DraftState, isSameSale } from './draft-store.ts';
import { useCreate } from './use-create.ts';

/** What a second person must approve, minor units; undefined: another failure. */
const discountAboveLimit = (failure: Failure | null) => {
  const refused = failure?.kind === 'invalid' ? failure.codes?.discounts?.[0] : undefined;
  if (refused?.code !== 'discount_limit') return undefined;
  return { discount: Number(refused.facts.discount), amount: Number(refused.facts.amount) };
};

/** Asks for a second person once the sale was refused for its discount, and goes on with it as it was charged. */
export const DiscountApproval = ({ draft: { attempts, form } }: { draft: DraftState }) => {
  const { t } = useTranslation('charge');
  const create = useCreate();
  const attempt = attempts.findLast(({ state, form: sent }) => state === 'refused' && isSameSale(sent, form));
  // Nobody is asked anew after a reload.
  const [seen, setSeen] = useState(attempt?.at);
  const asked = attempt && attempt.at !== seen && discountAboveLimit(attempt.failure);
  if (!attempt || !asked) return null;
  const close = (): void => setSeen(attempt.at);
  return (
    <Dialog title={t('discount.give')} closeOnClickOutside={false} onClose={close}>
      <SecondPerson
        of={{ discount: asked.discount }}
        amount={asked.amount}
        isBusy={false}
        onApproved={(approval) => void create(attempt, { approval })}
        onBack={close}
      />
    </Dialog>
  );
};
