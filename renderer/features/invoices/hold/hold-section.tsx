import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconCashRegister, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvoiceHold } from '../../../../shared/api/holds.ts';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import type { HoldRequest } from '../../../../shared/api/statuses.ts';
import { formatAmount, QUANTITY_SCALE, shareOut } from '../../../../shared/money.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { HoldBody } from '../../../api/mutations.ts';
import { invoiceHoldQuery, refundRulesQuery } from '../../../api/queries.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { Callout } from '../../../kit/callout.tsx';
import { useForm } from '../../../kit/form.tsx';
import { MoneyInput } from '../../../kit/money-input.tsx';
import { TimeLeft } from '../../../kit/time-left.tsx';
import { useToast } from '../../../kit/use-toast.ts';
import { useAccount, usePermission } from '../../../shop/session/account.ts';
import { useDates } from '../../../shop/use-dates.ts';
import {
  emptyDraft,
  type RefundDraft,
  type ReturnableLine,
  readDraft,
  reasonOf,
  refundOf,
} from '../refund/draft.ts';
import { ReasonField } from '../refund/reason-field.tsx';
import { RefundLines } from '../refund/refund-lines.tsx';
import { HoldDialog, useHoldRequest } from './hold-dialog.tsx';

/** From then on the end of a hold is near. */
const NEAR_MS = 2 * DAY_MS;
/** While the bank's outcome is open; events come first. */
const POLL_MS = 5000;

/** The money held for an invoice: until when, and what can be done with it. */
export const HoldSection = ({ invoice }: { invoice: Invoice }) => {
  const { data: hold } = useQuery({
    ...invoiceHoldQuery(invoice.id),
    refetchInterval: ({ state }) => (state.data?.under_way ? POLL_MS : false),
  });
  if (!hold || hold.payment_type === 'debit') return null;
  if (hold.state === 'held') return <Held invoice={invoice} hold={hold} />;
  return <Ended hold={hold} ccy={invoice.ccy} />;
};

/** What has become of a hold, or that it is still to come. */
const Ended = ({ hold: { state, amount, captured_amount }, ccy }: { hold: InvoiceHold; ccy: number }) => {
  const { t } = useTranslation('invoices');
  if (state === null || state === 'held') return null;
  const captured = formatAmount(captured_amount ?? 0, ccy);
  return <Hint>{t(`hold.${state}`, { amount: formatAmount(amount, ccy), captured })}</Hint>;
};

const Held = ({ invoice, hold }: { invoice: Invoice; hold: InvoiceHold }) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const [dialog, setDialog] = useState<HoldRequest>();
  const ends = hold.expires_at === null ? 0 : Date.parse(hold.expires_at);
  const isNear = ends - Date.now() < NEAR_MS;
  const close = () => setDialog(undefined);
  return (
    <>
      <Callout
        tone={isNear ? 'failed' : 'working'}
        icon={<IconLock size={20} aria-hidden />}
        title={t('hold.title', { amount: formatAmount(hold.amount, invoice.ccy) })}
      >
        <Stack gap="xs">
          <Text size="sm">
            {t('hold.left')} <TimeLeft until={ends} />. {t('hold.until', { time: dates.short(ends) })}
          </Text>
          {hold.under_way ? (
            <UnderWay underWay={hold.under_way} ccy={invoice.ccy} />
          ) : (
            <Buttons onOpen={setDialog} />
          )}
        </Stack>
      </Callout>
      {dialog === 'capture' ? <CaptureDialog invoice={invoice} held={hold.amount} onClose={close} /> : null}
      {dialog === 'release' ? <ReleaseDialog invoice={invoice} held={hold.amount} onClose={close} /> : null}
    </>
  );
};

const UnderWay = ({ underWay, ccy }: { underWay: NonNullable<InvoiceHold['under_way']>; ccy: number }) => {
  const { t } = useTranslation('invoices');
  const { kind, state, amount } = underWay;
  return (
    <Text size="sm" role="status">
      {t(`hold.underWay.${kind}`, { amount: formatAmount(amount, ccy) })} {t(`hold.underWay.${state}`)}
    </Text>
  );
};

const Buttons = ({ onOpen }: { onOpen(kind: HoldRequest): void }) => {
  const { t } = useTranslation('invoices');
  const canCapture = usePermission('can_create_invoices');
  const canRelease = usePermission('can_cancel_invoices');
  return (
    <Group gap={4}>
      {canCapture ? (
        <Act
          tone="main"
          size="sm"
          px={10}
          leftSection={<IconCashRegister size={16} aria-hidden />}
          onClick={() => onOpen('capture')}
          text={t('hold.capture')}
        />
      ) : null}
      {canRelease ? (
        <Act
          size="sm"
          px={10}
          leftSection={<IconLockOpen size={16} aria-hidden />}
          onClick={() => onOpen('release')}
          text={t('hold.release')}
        />
      ) : null}
    </Group>
  );
};

interface ReleaseDialogProps {
  invoice: Invoice;
  /** Minor units. */
  held: number;
  onClose(): void;
}

/** Gives up all that is held. */
const ReleaseDialog = ({ invoice, held, onClose }: ReleaseDialogProps) => {
  const { t } = useTranslation('invoices');
  const toast = useToast();
  const { data: rules } = useQuery(refundRulesQuery);
  const [draft, setDraft] = useState(() => emptyDraft([]));
  const request = useHoldRequest('release', invoice, held, onClose);
  const isReasonMissing = rules?.reason_required === true && draft.reason === '';
  const amount = formatAmount(held, invoice.ccy);
  const number = invoice.number_display;

  const showDone = () => toast.success(t('hold.releaseDone', { number, amount }));

  const form = useForm(isReasonMissing, () => request.send(reasonOf(draft), showDone));
  return (
    <HoldDialog
      title={t('hold.releaseTitle', { number })}
      invoice={invoice}
      given={held}
      request={request}
      form={form}
      submit={t('hold.releaseConfirm', { amount })}
      isDangerous
      onDone={showDone}
      onClose={onClose}
    >
      <Text size="sm">{t('hold.releaseText', { amount })}</Text>
      <ReasonField
        rules={rules}
        draft={draft}
        isMissing={form.isTried && isReasonMissing}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
      />
    </HoldDialog>
  );
};

type CaptureBy = 'whole' | RefundDraft['by'];

interface CaptureDialogProps {
  invoice: Invoice;
  /** Minor units. */
  held: number;
  onClose(): void;
}

/** The lines at what is paid for them: a discount on the whole basket is shared out over them. */
const capturableLines = ({ items, amount }: Invoice): ReturnableLine[] => {
  const paid = shareOut(
    amount,
    items.map((item) => item.amount),
  );
  return items.map((item, at) => ({
    item,
    amount: paid[at] ?? 0,
    returned: 0,
    quantity: Math.round(item.quantity * 10 ** QUANTITY_SCALE),
  }));
};

type Read = { amount: number; body: HoldBody } | { fault: string };

const readCapture = (
  by: CaptureBy,
  draft: RefundDraft,
  lines: readonly ReturnableLine[],
  held: number,
): Read => {
  if (by === 'whole') return { amount: held, body: {} };
  const read = readDraft({ ...draft, by }, lines, held);
  return 'amount' in read ? { amount: read.amount, body: refundOf(read, draft) } : read;
};

/** Takes held money: all of it, an amount, or what is sold by lines. */
const CaptureDialog = ({ invoice, held, onClose }: CaptureDialogProps) => {
  const { t } = useTranslation('invoices');
  const toast = useToast();
  const lines = capturableLines(invoice);
  const [by, setBy] = useState<CaptureBy>('whole');
  const [draft, setDraft] = useState<RefundDraft>(emptyDraft(lines));
  const isWholeOnly = !usePermission('can_cancel_invoices');
  const { data: rules } = useQuery({ ...refundRulesQuery, enabled: !isWholeOnly });
  const request = useHoldRequest('capture', invoice, held, onClose);
  const read = readCapture(by, draft, lines, held);
  const number = invoice.number_display;
  const rest = 'amount' in read ? held - read.amount : 0;

  const isReasonMissing = rest > 0 && rules?.reason_required === true && draft.reason === '';
  const amount = 'amount' in read ? formatAmount(read.amount, invoice.ccy) : '';
  const showDone = () => toast.success(t('hold.captureDone', { number, amount }));

  const body = 'amount' in read ? read.body : undefined;
  const form = useForm(
    body === undefined || isReasonMissing,
    async () => body && request.send(body, showDone),
  );
  const { catalog_prices_only: isCatalogOnly } = useAccount();
  const choices = (['whole', 'amount', 'lines'] as const).filter((choice) => {
    if (choice === 'whole') return true;
    // What is not taken is given back, which is a right of its own; a typed sum would be another price.
    if (isWholeOnly || (choice === 'amount' && isCatalogOnly && lines.length > 0)) return false;
    return choice === 'amount' || lines.length > 0;
  });
  return (
    <HoldDialog
      title={t('hold.captureTitle', { number })}
      invoice={invoice}
      given={rest}
      request={request}
      form={form}
      submit={body ? t('hold.captureConfirm', { amount }) : t('hold.capture')}
      isDisabled={body === undefined}
      onDone={showDone}
      onClose={onClose}
    >
      <SegmentedControl
        fullWidth
        aria-label={t('hold.by')}
        value={by}
        onChange={(value) => setBy(value as CaptureBy)}
        data={choices.map((value) => ({ value, label: t(`hold.bys.${value}`) }))}
      />
      {by === 'lines' ? (
        <RefundLines lines={lines} ccy={invoice.ccy} draft={draft} onChange={setDraft} />
      ) : null}
      {by === 'amount' ? (
        <MoneyInput
          label={t('hold.amount', { amount: formatAmount(held, invoice.ccy) })}
          value={draft.amount}
          data-autofocus
          error={draft.amount !== '' && 'fault' in read}
          onChange={(amount) => setDraft({ ...draft, amount })}
        />
      ) : null}
      <Text size="sm" role="status">
        {rest > 0 ? t('hold.rest', { rest: formatAmount(rest, invoice.ccy) }) : t('hold.once')}
      </Text>
      {rest > 0 ? (
        <ReasonField
          rules={rules}
          draft={draft}
          isMissing={form.isTried && isReasonMissing}
          onChange={(changes) => setDraft({ ...draft, ...changes })}
        />
      ) : null}
    </HoldDialog>
  );
};
