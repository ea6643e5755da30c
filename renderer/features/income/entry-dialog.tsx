import { Checkbox, Group, SegmentedControl, TextInput } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import type { IncomeBook, IncomeEntry } from '../../../shared/api/income-book.ts';
import { INCOME_KINDS, type IncomeKind } from '../../../shared/income.ts';
import { formatAmount } from '../../../shared/money.ts';
import { Hint } from '../../kit/act.tsx';
import { FormDialog, useForm } from '../../kit/form.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { useKeyed } from '../../kit/use-keyed.ts';
import { useToast } from '../../kit/use-toast.ts';
import { parseAmount } from '../../lib/money.ts';
import { dayOf } from '../../lib/zone.ts';
import { useCalendar } from '../../shop/period-picker.tsx';
import { useDates } from '../../shop/use-dates.ts';

/** Enters cash or a transfer that neither the bank nor a shift knows. */
export const EntryDialog = ({ book, onClose }: { book: IncomeBook; onClose(): void }) => {
  const { t } = useTranslation('income');
  const toast = useToast();
  const send = useKeyed('income');
  const { timeZone } = useDates();
  const today = dayOf(Date.now(), timeZone);
  const lastOfYear = `${book.year}-12-31`;
  const latest = lastOfYear < today ? lastOfYear : today;
  const [date, setDate] = useState(latest);
  const [kind, setKind] = useState<IncomeKind>('cash');
  const [amount, setAmount] = useState('');
  const [source, setSource] = useState('');
  const [remark, setRemark] = useState('');
  const [isRefund, setRefund] = useState(false);
  const parsed = parseAmount(amount);
  const isSourceBlank = source.trim() === '';

  const minor = parsed.minor;
  const form = useForm(minor === undefined || isSourceBlank, async (isThere) => {
    const { tax_number } = book;
    const body = { tax_number, date, kind, amount: minor, is_refund: isRefund, source, remark };
    const entry = await send<IncomeEntry>('income-book/entries/', body);
    toast.success(t('entry.done', { sum: formatAmount(entry.amount) }));
    if (isThere()) onClose();
  });
  return (
    <FormDialog
      title={t('entry.open')}
      form={form}
      gap="sm"
      submit={t('save')}
      close={t('close')}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={t('entry.kind')}
        data={INCOME_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        value={kind}
        onChange={(value) => setKind(value as IncomeKind)}
      />
      <Group align="flex-start" gap="sm" grow>
        <MoneyInput
          label={t('words.amount')}
          value={amount}
          onChange={setAmount}
          fault={form.isTried ? parsed.fault : undefined}
          data-autofocus
        />
        <DateInput date={date} first={`${book.year}-01-01`} latest={latest} onChoose={setDate} />
      </Group>
      <ShiftNote book={book} kind={kind} date={date} />
      <TextInput
        label={t('entry.source')}
        description={t('entry.sourceHint')}
        value={source}
        maxLength={MAX_LENGTH.name}
        error={form.isTried && isSourceBlank ? t('entry.blank') : null}
        onChange={(event) => setSource(event.currentTarget.value)}
      />
      <TextInput
        label={t('words.remark')}
        value={remark}
        maxLength={MAX_LENGTH.comment}
        onChange={(event) => setRemark(event.currentTarget.value)}
      />
      <Checkbox
        label={t('entry.isRefund')}
        checked={isRefund}
        onChange={(event) => setRefund(event.currentTarget.checked)}
      />
    </FormDialog>
  );
};

interface DateInputProps {
  date: string;
  first: string;
  latest: string;
  onChoose(date: string): void;
}

const DateInput = ({ date, first, latest, onChoose }: DateInputProps) => {
  const { t } = useTranslation('income');
  const { calendar } = useCalendar();
  return (
    <DatePickerInput
      {...calendar}
      label={t('columns.period')}
      value={date}
      minDate={first}
      maxDate={latest}
      valueFormat="DD.MM.YYYY"
      onChange={(day) => day !== null && onChoose(day)}
    />
  );
};

/** Cash of shifts is in the book by itself: whoever enters it again would count it twice. */
const ShiftNote = ({ book, kind, date }: { book: IncomeBook; kind: IncomeKind; date: string }) => {
  const { t } = useTranslation('income');
  const shiftCash = book.days.find(({ period }) => period === date)?.shift_cash ?? 0;
  if (kind !== 'cash') return null;
  return (
    <Hint role="status">
      {shiftCash > 0 ? t('entry.shiftCash', { sum: formatAmount(shiftCash) }) : t('entry.shiftNote')}
    </Hint>
  );
};
