import { Box, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RegisterState } from '../../../../shared/api/register-state.ts';
import { Hint } from '../../../kit/act.tsx';
import { Money } from '../../../kit/money.tsx';
import { TimeLeft } from '../../../kit/time-left.tsx';
import { StatusBadge } from '../../../shop/status-badge.tsx';
import { useDates } from '../../../shop/use-dates.ts';

interface TileStateProps {
  state: RegisterState;
  /** The bank's value; undefined until loaded. */
  amountType: string | undefined;
}

/** The amount and its invoice, or "free". */
export const TileState = ({ state, amountType }: TileStateProps) => {
  if (state.amount === null) return <Free amountType={amountType} />;
  return (
    <>
      <Box fz="1.625rem" fw={650} lh={1.2}>
        <Money minor={state.amount} {...(state.ccy !== null && { ccy: state.ccy })} />
      </Box>
      {state.invoice ? <Whose invoice={state.invoice} /> : <Foreign invoiceId={state.invoice_id} />}
    </>
  );
};

const Free = ({ amountType }: { amountType: string | undefined }) => {
  const { t } = useTranslation('board');
  if (amountType === 'client' || amountType === 'fix')
    return (
      <>
        <Text fw={600}>{t(`kind.${amountType}`)}</Text>
        <Hint>{t(`kindText.${amountType}`)}</Hint>
      </>
    );
  return (
    <Box fz="1.25rem" fw={600} lh={1.4} c="var(--tone)" data-tone="paid">
      {t('free')}
    </Box>
  );
};

const Whose = ({ invoice }: { invoice: NonNullable<RegisterState['invoice']> }) => {
  const { t } = useTranslation('board');
  const dates = useDates();
  const time = dates.short(Date.parse(invoice.created_date));
  return (
    <Box className="breaks" fz="sm" lh={1.5}>
      <div>
        <Link
          to="/invoices/$invoiceId"
          params={{ invoiceId: String(invoice.id) }}
          className="link"
          style={{ fontWeight: 600 }}
        >
          {t('words.saleNumber', { number: invoice.number_display })}
        </Link>
        {hasOwnReference(invoice) ? ` · ${invoice.reference}` : null}
      </div>
      <Text inherit c="dimmed">
        {invoice.created_by === '' ? time : t('by', { name: invoice.created_by, time })}
      </Text>
      {invoice.status === 'created' ? (
        <Left until={invoice.expires_at} />
      ) : (
        <StatusBadge status={invoice.status} />
      )}
    </Box>
  );
};

/** A default reference is made of the number. */
const hasOwnReference = ({ reference, number_display }: NonNullable<RegisterState['invoice']>): boolean =>
  reference !== '' && !reference.endsWith(number_display);

const Left = ({ until }: { until: string | null }) => {
  const { t } = useTranslation('board');
  return until === null ? null : (
    <Text inherit c="dimmed">
      {t('left')} <TimeLeft until={Date.parse(until)} />
    </Text>
  );
};

/** Set outside Kramar, for example by the bank's application. */
const Foreign = ({ invoiceId }: { invoiceId: string | null }) => {
  const { t } = useTranslation('board');
  return (
    <Hint className="breaks">
      {t('foreign')}
      {invoiceId === null ? null : (
        <>
          {' '}
          <VisuallyHidden>{t('bankId')}</VisuallyHidden> {invoiceId}
        </>
      )}
    </Hint>
  );
};
