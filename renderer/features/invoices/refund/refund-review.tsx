import { Group, Stack, Title } from '@mantine/core';
import { type PropsWithChildren, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { formatAmount, QUANTITY_SCALE } from '../../../../shared/money.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { formatScaled } from '../../../lib/decimals.ts';
import { lastDigits, systemName } from '../../../lib/invoices.ts';
import { useKeyDown } from '../../../shop/session/hotkeys.ts';
import type { ReturnedLine } from './draft.ts';
import classes from './refund.module.css';

interface RefundReviewProps {
  invoice: Invoice;
  /** The refundable amount, minor units, as is `amount`. */
  left: number;
  amount: number;
  lines: readonly ReturnedLine[];
  /** From the list, with the comment. */
  reason: string;
  isBusy: boolean;
  onBack(): void;
  onConfirm(): void;
}

/**
 * The second step: review and confirm. Confirming needs a deliberate act: the focus is on the heading, where Enter does
 * nothing, and the buttons are at the left, where the first step has none, so neither a second Enter nor a double click
 * on "Next" refunds.
 */
export const RefundReview = (props: RefundReviewProps) => {
  const { invoice, left, amount, lines, reason, isBusy, onBack, onConfirm } = props;
  const { t } = useTranslation('invoices');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useConfirmKey(onConfirm);
  const refunded = formatAmount(amount, invoice.ccy);
  return (
    <Stack aria-busy={isBusy}>
      <Title order={3} size="h5" ref={heading} tabIndex={-1} className={classes.heading}>
        {t('refund.reviewTitle')}
      </Title>
      <dl className={classes.review}>
        <Fact name={t('refund.reviewAmount')}>
          <span className={classes.amount}>{refunded}</span>
        </Fact>
        <Fact name={t('refund.reviewCard')}>{useCard(invoice)}</Fact>
        {lines.length === 0 ? null : (
          <Fact name={t('refund.reviewLines')}>
            <ul className={classes.returned}>
              {lines.map((each) => (
                <ReturnedItem key={each.line.item.id} returned={each} ccy={invoice.ccy} />
              ))}
            </ul>
          </Fact>
        )}
        {reason === '' ? null : <Fact name={t('refund.reason')}>{reason}</Fact>}
        <Fact name={t('refund.reviewLeft')}>{formatAmount(left - amount, invoice.ccy)}</Fact>
      </dl>
      <Hint>{t('refund.reviewText')}</Hint>
      <Group>
        <Act
          tone="danger"
          loading={isBusy}
          onClick={onConfirm}
          text={t('refund.confirm', { amount: refunded })}
        />
        <Act disabled={isBusy} onClick={onBack} text={t('refund.back')} />
      </Group>
    </Stack>
  );
};

/** Ctrl+Enter, ignoring key repeat. */
const useConfirmKey = (onConfirm: () => void): void =>
  useKeyDown((event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    event.preventDefault();
    onConfirm();
  });

const Fact = ({ name, children }: PropsWithChildren<{ name: string }>) => (
  <div>
    <dt>{name}</dt>
    <dd className="figures">{children}</dd>
  </div>
);

const useCard = ({ masked_pan, payment_system }: Invoice): string => {
  const { t } = useTranslation('invoices');
  const digits = lastDigits(masked_pan);
  if (digits === '') return t('refund.reviewCardUnknown');
  return [`••\u00a0${digits}`, systemName(payment_system)].filter(Boolean).join(' · ');
};

const ReturnedItem = ({ returned: { line, part, amount }, ccy }: { returned: ReturnedLine; ccy: number }) => {
  const { name, unit } = line.item;
  const quantity = [formatScaled(part, QUANTITY_SCALE), unit].filter(Boolean).join('\u00a0');
  return (
    <li>
      <span>
        {name} × {quantity}
      </span>
      <span>{formatAmount(amount, ccy)}</span>
    </li>
  );
};
