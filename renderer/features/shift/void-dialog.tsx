import { useTranslation } from 'react-i18next';
import type { CashSale } from '../../../shared/api/shifts.ts';
import { formatAmount } from '../../../shared/money.ts';
import { ReasonDialog } from '../../kit/reason-dialog.tsx';
import { useKeyed } from '../../kit/use-keyed.ts';
import { useShiftRefusal } from './use-shift-texts.ts';

/** Voids an entry with a reason. */
export const VoidDialog = ({ sale, onClose }: { sale: CashSale; onClose(): void }) => {
  const { t } = useTranslation('shift');
  const send = useKeyed('shift');
  return (
    <ReasonDialog
      title={t('void.title', { sum: formatAmount(sale.amount) })}
      text={t('void.text')}
      label={t('void.reason')}
      blank={t('void.blank')}
      keep={t('void.keep')}
      confirm={t('void.confirm')}
      failureText={useShiftRefusal()}
      onConfirm={(reason) => send(`cash-sales/${sale.id}/void/`, { reason })}
      onClose={onClose}
    />
  );
};
