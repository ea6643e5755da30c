import { Box, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { CURRENCY_UAH, currencySign, formatAmount } from '../../../../shared/money.ts';
import type { Failure } from '../../../api/failure.ts';
import { refundRulesQuery } from '../../../api/queries.ts';
import { Act, Fault, Hint } from '../../../kit/act.tsx';
import { Form } from '../../../kit/form.tsx';
import { MoneyInput } from '../../../kit/money-input.tsx';
import { lastDigits } from '../../../lib/invoices.ts';
import { BankDownCallout, RefusalCallout } from '../details/callouts.tsx';
import { type DraftFault, type RefundDraft, type ReturnableLine, readDraft, wholeDraft } from './draft.ts';
import { ReasonField } from './reason-field.tsx';
import { RefundLines } from './refund-lines.tsx';

interface RefundEntryProps {
  /** Whose card gets it back; undefined: cash is given back. */
  invoice?: Invoice;
  /** Minor units. */
  left: number;
  lines: readonly ReturnableLine[];
  draft: RefundDraft;
  onChange(draft: RefundDraft): void;
  /** The last refusal. */
  refusal: Failure | undefined;
  /** Of the button that goes on; undefined: to the second step. */
  submit?: { text: string; isBusy: boolean };
  onReview(): void;
  onClose(): void;
}

/** The first step: the amount. Sends nothing. */
export const RefundEntry = (props: RefundEntryProps) => {
  const { invoice, left, lines, draft, onChange, refusal, submit: last, onReview, onClose } = props;
  const ccy = invoice?.ccy ?? CURRENCY_UAH;
  const { t } = useTranslation('invoices');
  const [isTried, setIsTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { data: rules } = useQuery(refundRulesQuery);
  const isReasonMissing = rules?.reason_required === true && draft.reason === '';
  const read = readDraft(draft, lines, left);
  const shown = (minor: number): string => formatAmount(minor, ccy);
  // An empty form is a fault only after a try to continue.
  const fault = 'fault' in read && (isTried || !isEmptyFault(read.fault)) ? read.fault : undefined;
  useEffect(() => focusFirst(form.current), []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if ('amount' in read && !isReasonMissing) {
      onReview();
      return;
    }
    setIsTried(true);
    if (!('amount' in read)) focusFirst(form.current);
  };
  const change = (next: RefundDraft): void => {
    setIsTried(false);
    onChange(next);
  };
  return (
    <Form ref={form} onSubmit={submit} onKeyDown={dropConfirmKey}>
      <Text size="sm">
        {t('refund.available', { left: shown(left) })} {invoice ? <WhereTo invoice={invoice} /> : null}
      </Text>
      {lines.length === 0 ? null : (
        <SegmentedControl
          fullWidth
          aria-label={t('refund.by')}
          value={draft.by}
          onChange={(by) => {
            change({ ...draft, by: by as RefundDraft['by'] });
            // The other field is rendered first.
            requestAnimationFrame(() => focusFirst(form.current));
          }}
          data={[
            { value: 'lines', label: t('words.products') },
            { value: 'amount', label: t('words.amount') },
          ]}
        />
      )}
      <Stack gap={6}>
        {draft.by === 'lines' ? (
          <RefundLines lines={lines} ccy={ccy} draft={draft} onChange={change} />
        ) : (
          <AmountField
            typed={draft.amount}
            left={left}
            ccy={ccy}
            fault={fault}
            onChange={(amount) => change({ ...draft, amount })}
          />
        )}
        <Group justify="space-between" align="start" wrap="nowrap">
          <Outcome read={read} isByLines={draft.by === 'lines'} fault={fault} left={left} ccy={ccy} />
          <Button
            variant="light"
            size="compact-md"
            flex="none"
            onClick={() => change(wholeDraft(draft, lines, left))}
          >
            {t('refund.whole', { left: shown(left) })}
          </Button>
        </Group>
      </Stack>
      <ReasonField
        rules={rules}
        draft={draft}
        isMissing={isTried && isReasonMissing}
        onChange={(changes) => onChange({ ...draft, ...changes })}
      />
      {refusal ? <RefusalCallout failure={refusal} /> : invoice ? <BankDownCallout /> : null}
      <Group justify="flex-end">
        <Act disabled={last?.isBusy ?? false} onClick={onClose} text={t('refund.keep')} />
        <Act tone="main" type="submit" loading={last?.isBusy ?? false} text={last?.text ?? t('words.next')} />
      </Group>
    </Form>
  );
};

const focusFirst = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('[data-autofocus]')?.focus();

const isEmptyFault = (fault: DraftFault): boolean => fault === 'empty' || fault === 'noLines';

/** Ctrl+Enter confirms in the second step only: here it does nothing. */
const dropConfirmKey = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.preventDefault();
};

interface AmountFieldProps {
  typed: string;
  /** Minor units. */
  left: number;
  ccy: number;
  fault: DraftFault | undefined;
  onChange(typed: string): void;
}

const AmountField = ({ typed, left, ccy, fault, onChange }: AmountFieldProps) => {
  const { t } = useTranslation('invoices');
  return (
    <MoneyInput
      label={t('refund.amount')}
      size="md"
      data-autofocus
      className="figures"
      placeholder="0,00"
      rightSection={currencySign(ccy)}
      value={typed}
      fault={fault === 'empty' || fault === 'format' || fault === 'range' ? fault : undefined}
      error={fault === 'tooMuch' ? t('refund.tooMuch', { left: formatAmount(left, ccy) }) : undefined}
      onChange={onChange}
    />
  );
};

interface OutcomeProps {
  read: ReturnType<typeof readDraft>;
  isByLines: boolean;
  fault: DraftFault | undefined;
  left: number;
  ccy: number;
}

/** The sum of the lines, and the rest after the refund. */
const Outcome = ({ read, isByLines, fault, left, ccy }: OutcomeProps) => {
  const { t } = useTranslation('invoices');
  const faults = {
    tooMuch: 'refund.linesTooMuch',
    line: 'refund.lineFault',
    noLines: 'refund.noLines',
  } as const;
  const message = fault === 'tooMuch' || fault === 'line' || fault === 'noLines' ? faults[fault] : undefined;
  const remains = 'amount' in read ? left - read.amount : undefined;
  return (
    <Box role="status" className="figures" mih="1.75rem">
      {isByLines && message ? <Fault>{t(message, { left: formatAmount(left, ccy) })}</Fault> : null}
      {isByLines && 'amount' in read ? (
        <Text fw={600}>{t('refund.sum', { amount: formatAmount(read.amount, ccy) })}</Text>
      ) : null}
      {remains === undefined ? null : (
        <Hint>
          {t(remains === 0 ? 'refund.remainsNone' : 'refund.remains', {
            remains: formatAmount(remains, ccy),
          })}
        </Hint>
      )}
    </Box>
  );
};

/** The card that receives the refund. */
const WhereTo = ({ invoice: { masked_pan } }: { invoice: Pick<Invoice, 'masked_pan'> }) => {
  const { t } = useTranslation('invoices');
  const digits = lastDigits(masked_pan);
  return digits === '' ? t('refund.cardUnknown') : t('refund.card', { digits });
};
