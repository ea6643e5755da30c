import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AccountMonth } from '../../../../shared/api/month.ts';
import { Act } from '../../../kit/act.tsx';
import { CheckRow } from '../../../kit/check-list.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import { useShopFacts } from '../../../shop/use-shop-facts.ts';

export const hasGaps = ({ gaps }: AccountMonth): boolean =>
  gaps.statements.length + gaps.attempts_in_doubt + gaps.fiscal_receipts > 0;

/** What is missing of a month, and where it is put in order. It holds up neither the closing nor the archive. */
export const MonthGaps = ({ gaps }: Pick<AccountMonth, 'gaps'>) => {
  const { t } = useTranslation('month');
  const { t: closing } = useTranslation('closing');
  const dates = useDates();
  const navigate = useNavigate();
  const { receipts: hasReceipts } = useShopFacts();
  return (
    <>
      {gaps.statements.map(({ terminal, name, until }) => (
        <CheckRow
          key={terminal}
          state="open"
          title={
            until === null
              ? t('gaps.noStatement', { name })
              : t('gaps.statement', { name, until: dates.moment(Date.parse(until)) })
          }
          text={closing('bank.maybe')}
        >
          <Act
            size="compact-sm"
            onClick={() => void navigate({ to: '/settings/bank' })}
            text={t('gaps.toTerminals')}
          />
        </CheckRow>
      ))}
      {gaps.attempts_in_doubt === 0 ? null : (
        <CheckRow
          state="open"
          title={closing('unfinished.doubts', { count: gaps.attempts_in_doubt })}
          text={closing('month.doubtsText')}
        />
      )}
      {gaps.fiscal_receipts > 0 ? (
        <CheckRow state="open" title={t('gaps.receipts', { count: gaps.fiscal_receipts })}>
          <Act size="compact-sm" onClick={() => void navigate({ to: '/today' })} text={t('words.show')} />
        </CheckRow>
      ) : hasReceipts ? (
        <CheckRow state="fine" title={closing('fiscal.all')} />
      ) : null}
    </>
  );
};
