import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { InvoiceOutcome } from '../../../shared/api/invoice-lists.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { hasWord, Marked } from '../../kit/marked.tsx';
import { cut, dimmed, small, strong } from '../../kit/plain-row.ts';
import { lastDigits, ownReference, refundedOf } from '../../lib/invoices.ts';
import { StatusBadge } from '../../shop/status-badge.tsx';
import { useDates } from '../../shop/use-dates.ts';
import classes from './columns.module.css';

interface StatusCellProps {
  invoice: Invoice;
  outcome: InvoiceOutcome | undefined;
}

/** What was not captured of a hold was never taken, and is no refund. */
const refundedPart = ({ invoice, outcome }: StatusCellProps): number =>
  invoice.status === 'success' ? refundedOf(invoice, invoice.amount - (outcome?.uncaptured ?? 0)) : 0;

/** The status, below it until when a declined QR can still be paid and why it was declined, or that a part was refunded. */
export const StatusCell = ({ invoice, outcome }: StatusCellProps) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const { status, failure_reason } = invoice;
  const until = outcome?.payable_until;
  const reason =
    status === 'failure'
      ? [
          until ? t('table.payableUntil', { time: dates.short(Date.parse(until)) }) : '',
          outcome?.reason || failure_reason,
        ]
          .filter(Boolean)
          .join(' · ')
      : '';
  const isPart = refundedPart({ invoice, outcome }) > 0;
  return (
    <>
      <StatusBadge status={status} outcome={outcome} />
      {reason === '' ? null : (
        <div className={`${small} ${dimmed} ${classes.reason}`} title={reason} data-failure-reason>
          {reason}
        </div>
      )}
      {isPart ? (
        <div>
          <Box
            component="span"
            fz="xs"
            lh={1.2}
            fw={550}
            c="var(--tone)"
            data-tone="returned"
            data-status="part"
          >
            {t('table.refundedPart')}
          </Box>
        </div>
      ) : null}
    </>
  );
};

interface MarkedCellProps {
  invoice: Invoice;
  /** To be marked. */
  words: readonly string[];
}

export const AmountCell = ({ invoice, outcome, words }: MarkedCellProps & StatusCellProps) => {
  const { t } = useTranslation('invoices');
  const refunded = refundedPart({ invoice, outcome });
  return (
    <>
      <div className={`figures ${strong}`}>
        <Marked text={formatAmount(invoice.amount, invoice.ccy)} words={words} />
      </div>
      {outcome?.cash_part ? (
        <div className={`figures ${small} ${dimmed} ${classes.beside}`}>
          {t('table.inCash', { amount: formatAmount(outcome.cash_part.amount, invoice.ccy) })}
        </div>
      ) : null}
      {refunded > 0 ? (
        <div
          className={`figures ${small} ${classes.refunded}`}
          data-tone="returned"
          title={t('words.amountRefunded', { amount: formatAmount(refunded, invoice.ccy) })}
        >
          −{formatAmount(refunded, invoice.ccy)}
        </div>
      ) : null}
    </>
  );
};

/** The order number, below it the found words that no column shows. */
export const ReferenceCell = ({ invoice, words }: MarkedCellProps) => {
  const { t } = useTranslation('invoices');
  const reference = ownReference(invoice);
  const shown = [
    reference,
    invoice.number_display,
    lastDigits(invoice.masked_pan),
    formatAmount(invoice.amount, invoice.ccy),
  ];
  const isHidden = words.some((word) => !shown.some((text) => hasWord(text, word)));
  const others = [
    [t('words.rrn'), invoice.rrn],
    [t('details.purpose'), invoice.destination],
    [t('details.bankId'), invoice.invoice_id],
    [t('details.payer'), invoice.masked_pan],
    [t('table.reference'), invoice.reference],
  ] as const;
  const match = isHidden ? others.find(([, text]) => words.some((word) => hasWord(text, word))) : undefined;
  return (
    <>
      <div className={cut(undefined)} title={reference}>
        <Marked text={reference} words={words} />
      </div>
      {match ? (
        <div className={`${cut(undefined)} ${small} ${dimmed}`} title={match.join(': ')}>
          {match[0]}: <Marked text={match[1]} words={words} />
        </div>
      ) : null}
    </>
  );
};
