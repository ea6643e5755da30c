import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '../../../api/keyed-attempts.ts';
import { invalidate } from '../../../api/keys.ts';
import { parkCart } from '../../../api/mutations.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { detailsFields, itemOf } from '../charge-of.ts';
import { type Form, linesOf } from '../form.ts';

/** Sets a cart aside. The same content keeps its Idempotency-Key, so that a second try makes no second cart. */
export const useParking = () => {
  const { t } = useTranslation('charge');
  const queries = useQueryClient();
  const dates = useDates();
  const kept = useRef<{ content: string; key: string }>(undefined);
  /** `Кошик 14:32`: a cart without a name is found by its time. */
  const usualName = (): string => t('carts.usualName', { time: dates.time(Date.now()) });
  /** @throws ApiError */
  const park = async (form: Form, name: string): Promise<void> => {
    const lines = linesOf(form, t('amount.line')).map(itemOf);
    const body = { name, remark: '', lines, ...detailsFields(form.details) };
    const content = JSON.stringify({ ...body, name: '' });
    if (kept.current?.content !== content) kept.current = { content, key: newKey() };
    await parkCart(body, kept.current.key).finally(() => void invalidate(queries, 'cart'));
    kept.current = undefined;
  };
  return { park, usualName };
};
