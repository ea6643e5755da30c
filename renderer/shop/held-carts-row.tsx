import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Cart } from '../../shared/api/carts.ts';
import { formatAmount } from '../../shared/money.ts';
import { Act } from '../kit/act.tsx';
import { CheckRow } from '../kit/check-list.tsx';

interface HeldCartsRowProps {
  carts: readonly Pick<Cart, 'name' | 'amount'>[];
  onLeave(): void;
}

/** The carts that are set aside, among what is asked before a shift or a day is closed: taken at the counter, or left. */
export const HeldCartsRow = ({ carts, onLeave }: HeldCartsRowProps) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const names = carts.map(({ name }) => t('unfinished.cart', { name })).join(', ');
  const sum = formatAmount(carts.reduce((total, { amount }) => total + amount, 0));
  return (
    <CheckRow state="open" title={t('unfinished.carts', { count: carts.length, names, sum })}>
      <Act
        size="compact-sm"
        onClick={() => void navigate({ to: '/charge', search: { held: true } })}
        text={t('words.take')}
      />
      <Act size="compact-sm" onClick={onLeave} text={t('words.leave')} data-question />
    </CheckRow>
  );
};
