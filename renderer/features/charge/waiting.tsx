import { Button, Flex, Text, Title } from '@mantine/core';
import { IconExternalLink, IconRefresh, IconShare } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { refreshInvoice } from '../../api/mutations.ts';
import { putData } from '../../api/put-data.ts';
import { cashRegistersQuery, invoiceQuery } from '../../api/queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Qr } from '../../kit/qr.tsx';
import { TimeLeft } from '../../kit/time-left.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { CopyButton } from '../../shop/copy-button.tsx';
import { usePermission } from '../../shop/session/account.ts';
import { useBasketRows } from '../../shop/use-basket-rows.ts';
import { useDecline } from '../../shop/use-decline.ts';
import { CancelInvoice } from './cancel-invoice.tsx';
import { ChargeCallout } from './charge-callout.tsx';
import type { PaymentState } from './use-payment.ts';
import classes from './waiting.module.css';

interface WaitingProps {
  payment: PaymentState;
  invoice: Invoice;
  onNew(): void;
}

/** A large QR code, with the invoice's facts beside it. */
export const Waiting = ({ payment: { expiresAt }, invoice, onNew }: WaitingProps) => {
  const { t } = useTranslation('charge');
  const canView = usePermission('can_view_invoices');
  const { number_display, page_url, status } = invoice;
  const amount = formatAmount(invoice.amount, invoice.ccy);
  return (
    <div className={classes.waiting}>
      <QrCode url={page_url} amount={amount} />
      <Flex direction="column" gap="md" miw={0}>
        <div>
          <Title order={1} size="h4">
            {t('waiting.title', { number: number_display })}
          </Title>
          <Text className={`figures ${classes.amount}`}>{amount}</Text>
          <Basket invoice={invoice} />
          <Register id={invoice.cash_register} />
        </div>
        <LiveStatus invoice={invoice} />
        {expiresAt === undefined || status === 'processing' ? null : (
          <Text c="dimmed">
            {t('waiting.left')} <TimeLeft until={expiresAt} />
          </Text>
        )}
        <PageLink url={page_url} amount={amount} />
        {canView ? <CheckNow id={invoice.id} /> : null}
        <div className={classes.end}>
          {status === 'created' || status === 'failure' ? <CancelInvoice invoice={invoice} /> : null}
          {status !== 'failure' ? null : <Act onClick={onNew} text={t('newInvoice')} />}
        </div>
      </Flex>
    </div>
  );
};

/** Why the amount is another than the sum of the lines: `Сума 99,00 ₴, Знижка на чек −9,90 ₴`. */
const Basket = ({ invoice }: { invoice: Invoice }) => {
  const rows = useBasketRows(invoice);
  if (rows.length === 0) return null;
  return (
    <Text c="dimmed" className="figures">
      {rows.map(({ name, minor }) => `${name} ${formatAmount(minor, invoice.ccy)}`).join(', ')}
    </Text>
  );
};

/** The register's printed QR code requests this amount too. */
const Register = ({ id }: { id: number | null }) => {
  const { t } = useTranslation('charge');
  const { data } = useQuery({ ...cashRegistersQuery, enabled: id !== null });
  const register = data?.find((each) => each.id === id);
  if (!register) return null;
  return <Text>{t('waiting.register', { name: register.name })}</Text>;
};

const LiveStatus = ({ invoice }: { invoice: Invoice }) => {
  const { t } = useTranslation('charge');
  const { status } = invoice;
  const { reason } = useDecline(invoice);
  const isPaying = status === 'processing';
  return (
    <div role="status" className={classes.status} data-tone={isPaying ? 'working' : 'waiting'}>
      <span className={classes.pulse} aria-hidden />
      <span>
        <strong>{t(isPaying ? 'waiting.paying' : 'waiting.forPayment')}</strong>
        {status === 'failure' ? <Text size="sm">{t('waiting.afterFailure', { reason })}</Text> : null}
      </span>
    </div>
  );
};

/** Requests the status now instead of at the next poll. */
const CheckNow = ({ id }: { id: number }) => {
  const { t } = useTranslation('charge');
  const failureText = useFailureText();
  const queries = useQueryClient();
  const { isBusy, failure, result, run } = useAction<Invoice>();
  const check = async (): Promise<Invoice> => {
    const fresh = await refreshInvoice(id);
    putData(queries, invoiceQuery(id).queryKey, fresh);
    return fresh;
  };
  return (
    <>
      <Act icon={IconRefresh} loading={isBusy} onClick={() => void run(check)} text={t('waiting.check')} />
      {failure ? (
        <ChargeCallout tone="working" title={t('waiting.checkFailed')}>
          {failureText(failure)} {t('waiting.checkSafe')}
        </ChargeCallout>
      ) : null}
      {result?.status === 'created' ? <Hint role="status">{t('waiting.checked')}</Hint> : null}
    </>
  );
};

/** The payment page for a customer who is not at the counter. */
const PageLink = ({ url, amount }: { url: string; amount: string }) => {
  const { t } = useTranslation('charge');
  const share = (): void => {
    // Closing the system's share sheet is no failure.
    navigator.share({ url, text: t('waiting.shareText', { amount }) }).catch(() => undefined);
  };
  return (
    <div className={classes.links}>
      <CopyButton value={url} iconSize={18}>
        {(isCopied) => <span aria-live="polite">{t(isCopied ? 'waiting.copied' : 'waiting.copy')}</span>}
      </CopyButton>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        leftSection={<IconExternalLink size={18} aria-hidden />}
      >
        {t('waiting.open')}
      </Button>
      {'share' in navigator ? <Act icon={IconShare} onClick={share} text={t('waiting.share')} /> : null}
    </div>
  );
};

const QrCode = ({ url, amount }: { url: string; amount: string }) => {
  const { t } = useTranslation('charge');
  return (
    <div className={classes.qr}>
      <Qr value={url} margin={4} label={t('waiting.qr', { amount })} />
    </div>
  );
};
