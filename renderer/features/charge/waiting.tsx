import { Button, Flex, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCash, IconExternalLink, IconRefresh, IconShare } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts';
import { refreshInvoice } from '../../api/mutations.ts';
import { putData } from '../../api/put-data.ts';
import { cashRegistersQuery, invoiceQuery } from '../../api/queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Key } from '../../kit/key.tsx';
import { Qr } from '../../kit/qr.tsx';
import { TimeLeft } from '../../kit/time-left.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { useNow } from '../../kit/use-now.ts';
import { CopyButton } from '../../shop/copy-button.tsx';
import { usePermission } from '../../shop/session/account.ts';
import { useScreenKeys } from '../../shop/session/hotkeys.ts';
import { useDecline } from '../../shop/use-decline.ts';
import { useBasketRows } from '../../shop/use-sale-texts.ts';
import { CancelFailure, useCancel } from './cancel-invoice.tsx';
import { ChargeCallout } from './charge-callout.tsx';
import type { PaymentState } from './use-payment.ts';
import classes from './waiting.module.css';

interface WaitingProps {
  payment: PaymentState;
  invoice: Invoice;
  /** Of a sale in parts what was taken in cash, minor units. */
  cash: number | undefined;
  onNew(): void;
  /** undefined: the shop takes no cash. */
  onCash: (() => void) | undefined;
}

/** A large QR code, with the invoice's facts beside it. */
export const Waiting = ({ payment: { expiresAt }, invoice, cash, onNew, onCash }: WaitingProps) => {
  const { t } = useTranslation('charge');
  const cancel = useCancel(invoice);
  const { number_display, page_url, status } = invoice;
  const amount = formatAmount(invoice.amount, invoice.ccy);
  const isUnpaid = status === 'created' || status === 'failure';
  useScreenKeys([
    [
      'Delete',
      () => {
        if (isUnpaid) cancel.start();
      },
    ],
  ]);
  return (
    <div className={classes.waiting}>
      <QrCode url={page_url} amount={amount} />
      <Flex direction="column" gap="md" miw={0}>
        <div>
          <Title order={1} size="h4">
            {t('words.saleTitle', { number: number_display })}
          </Title>
          <Text className="figures breaks" fz="clamp(2.25rem, 4vw, 3.25rem)" fw={700} lh={1.2}>
            {amount}
          </Text>
          {cash === undefined ? null : (
            <Text className="figures">
              {t('waiting.parts', { cash: formatAmount(cash), total: formatAmount(cash + invoice.amount) })}
            </Text>
          )}
          <Lines invoice={invoice} />
          <Basket invoice={invoice} />
          <Register id={invoice.cash_register} />
        </div>
        <LiveStatus invoice={invoice} />
        {expiresAt === undefined || !isUnpaid ? null : <LastMinutes until={expiresAt} />}
        <Stack className="ruled" gap="md" pt="md" mt="auto">
          <Act tone="main" onClick={onNew} rightSection={<Key name="F2" />} text={t('newInvoice')} />
          {isUnpaid && onCash ? (
            <Act icon={IconCash} onClick={onCash} rightSection={<Key name="F9" />} text={t('words.inCash')} />
          ) : null}
          {isUnpaid ? (
            <Act
              loading={cancel.isBusy}
              onClick={cancel.start}
              rightSection={<Key name="Del" />}
              text={t('cancel.do', { amount })}
            />
          ) : null}
          {cancel.failure ? <CancelFailure failure={cancel.failure} /> : null}
          <Extras invoice={invoice} amount={amount} />
        </Stack>
      </Flex>
    </div>
  );
};

const SHOWN_LINES = 6;

const Lines = ({ invoice: { items, ccy } }: { invoice: Invoice }) => {
  const { t } = useTranslation('charge');
  if (items.length === 0) return null;
  return (
    <Stack component="ul" className="figures plain-list with-ends" gap={4} mt={10} mb={2} fz="sm">
      {items.slice(0, SHOWN_LINES).map(({ name, quantity, amount }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity of their own
        <li key={at}>
          <span>{quantity === 1 ? name : `${name} × ${String(quantity).replace('.', ',')}`}</span>
          <span>{formatAmount(amount, ccy)}</span>
        </li>
      ))}
      {items.length > SHOWN_LINES ? (
        <li>{t('waiting.lines', { count: items.length - SHOWN_LINES })}</li>
      ) : null}
    </Stack>
  );
};

const LAST_MINUTES_MS = 10 * MINUTE_MS;

/** The time is shown once there is little of it. */
const LastMinutes = ({ until }: { until: number }) => {
  const { t } = useTranslation('charge');
  const now = useNow(SECOND_MS);
  if (until - now > LAST_MINUTES_MS) return null;
  return (
    <Text c="dimmed">
      {t('waiting.left')} <TimeLeft until={until} />
    </Text>
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
    <Flex
      role="status"
      className="tinted"
      gap="sm"
      align="center"
      py="sm"
      px="md"
      bdrs="md"
      data-tone={isPaying ? 'working' : 'waiting'}
    >
      <span className={classes.pulse} aria-hidden />
      <span>
        <strong>{t(isPaying ? 'waiting.paying' : 'waiting.forPayment')}</strong>
        {status === 'failure' ? (
          <Text size="sm">{t('waiting.afterFailure', { reason: reason.replace(/\.$/u, '') })}</Text>
        ) : null}
      </span>
    </Flex>
  );
};

/** For a customer who is not at the counter: the link of the payment page, and a look at the bank. */
const Extras = ({ invoice, amount }: { invoice: Invoice; amount: string }) => {
  const { t } = useTranslation('charge');
  const failureText = useFailureText();
  const queries = useQueryClient();
  const canView = usePermission('can_view_invoices');
  const [isOpen, { toggle }] = useDisclosure(false);
  const { isBusy, failure, result, run } = useAction<Invoice>();
  const { id, page_url: url } = invoice;
  const share = (): void => {
    // Closing the system's share sheet is no failure.
    navigator.share({ url, text: t('waiting.shareText', { amount }) }).catch(() => undefined);
  };
  const check = async (): Promise<Invoice> => {
    const fresh = await refreshInvoice(id);
    putData(queries, invoiceQuery(id).queryKey, fresh);
    return fresh;
  };
  return (
    <>
      <Act tone="faint" aria-expanded={isOpen} onClick={toggle} text={t('more.title')} />
      {isOpen ? (
        <Group gap="xs" grow preventGrowOverflow={false}>
          <CopyButton value={url} iconSize={18}>
            {(isCopied) => <span aria-live="polite">{t(isCopied ? 'copied' : 'words.copyLink')}</span>}
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
          {canView ? (
            <Act
              icon={IconRefresh}
              loading={isBusy}
              onClick={() => void run(check)}
              text={t('waiting.check')}
            />
          ) : null}
        </Group>
      ) : null}
      {failure ? (
        <ChargeCallout tone="working" title={t('waiting.checkFailed')}>
          {failureText(failure)} {t('waiting.checkSafe')}
        </ChargeCallout>
      ) : null}
      {result?.status === 'created' ? <Hint role="status">{t('waiting.checked')}</Hint> : null}
    </>
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
