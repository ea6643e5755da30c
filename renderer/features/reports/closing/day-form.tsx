import { Button, Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayClosure } from '../../../../shared/api/closures.ts';
import type { Shift, TillCash } from '../../../../shared/api/shifts.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { counterQuery, tillCashQuery } from '../../../api/queries.ts';
import { FailureCallout } from '../../../kit/callout.tsx';
import { CheckList, CheckRow } from '../../../kit/check-list.tsx';
import { Form } from '../../../kit/form.tsx';
import { Key } from '../../../kit/key.tsx';
import { LoadingState } from '../../../kit/query-view.tsx';
import { TextLink } from '../../../kit/text-link.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useKeyed } from '../../../kit/use-keyed.ts';
import { parsePrice } from '../../../lib/money.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { CashCount, type CountDraft, EMPTY_COUNT } from './cash-count.tsx';
import { DayChecks } from './day-checks.tsx';
import { ClosingFigures } from './figures.tsx';
import { countTill, type TillCount } from './till-count.ts';
import type { DayToClose } from './use-day.ts';
import { useQuestions } from './use-questions.ts';

interface DayFormProps {
  date: string;
  data: DayToClose;
  onDifferences(count: number): void;
  onClosed(): void;
}

/** What is asked before a day is closed, and the button that closes it. */
export const DayForm = (props: DayFormProps) => {
  const open = props.data.cash.shifts.find((shift) => shift.is_open);
  const till = useQuery({ ...tillCashQuery(open?.id ?? 0), enabled: open !== undefined });
  if (open && !till.data) return <LoadingState rows={8} />;
  return <Questions {...props} till={open && till.data ? { shift: open, cash: till.data } : undefined} />;
};

interface QuestionsProps extends DayFormProps {
  till: { shift: Shift; cash: TillCash } | undefined;
}

const useCount = (
  till: QuestionsProps['till'],
): [TillCount | undefined, CountDraft, (draft: CountDraft) => void] => {
  const [draft, setDraft] = useState(EMPTY_COUNT);
  if (!till) return [undefined, draft, setDraft];
  const own = draft.own === undefined ? undefined : parsePrice(draft.own);
  const taken = draft.taken === undefined ? undefined : parsePrice(draft.taken);
  const count = countTill({
    expected: till.cash.expected_cash,
    morning: till.cash.opening_cash,
    isAgreed: draft.isAgreed,
    own: own?.minor,
    taken: taken?.minor,
  });
  return [count, draft, setDraft];
};

const Questions = ({ date, data, till, onDifferences, onClosed }: QuestionsProps) => {
  const { t } = useTranslation('closing');
  const send = useKeyed('shift');
  const { isBusy, failure, run } = useAction();
  const { printsClosedDay } = usePreferences();
  const [count, draft, setDraft] = useCount(till);
  const isCounted = till === undefined || count?.counted !== undefined;
  const difference = count?.difference ?? 0;
  const close = (): void =>
    void run(async () => {
      await send<DayClosure>('day-closures/', {
        date,
        remark: draft.remark,
        ...(count?.counted === undefined ? {} : { closing_cash: count.counted, cash_taken: count.taken }),
      });
      onClosed();
    });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isCounted) close();
  };
  const form = useRef<HTMLFormElement>(null);
  const onKeyDown = useQuestions(form, difference !== 0);
  return (
    <Form
      ref={form}
      gap="sm"
      onSubmit={submit}
      onKeyDown={onKeyDown}
      autoComplete="off"
      aria-label={t('day.title')}
    >
      <ClosingFigures sums={data.state.sums} />
      {till && count && difference !== 0 ? (
        <CheckList label={t('words.cash')}>
          <CashCount till={till} count={count} draft={draft} onChange={setDraft} />
        </CheckList>
      ) : null}
      <CheckList label={t('day.checks')}>
        <DayChecks data={data} hasDifference={difference !== 0} onDifferences={onDifferences} />
        {till && count && difference === 0 ? (
          <CashCount till={till} count={count} draft={draft} onChange={setDraft} />
        ) : null}
        <ZReport hasCash={data.state.sums.sale_count > 0} />
      </CheckList>
      <FailureCallout failure={failure} />
      <CloseButton
        sum={data.state.sums.takings}
        difference={difference}
        isCounted={isCounted}
        isBusy={isBusy}
      />
      <Text size="sm" c="dimmed" ta="center">
        {printsClosedDay ? `${t('day.printed')} ` : ''}
        {difference < 0 && till ? `${t('day.recorded', { by: till.shift.opened_by })} ` : ''}
        <TextLink inherit underline="always" to="/reports/day" search={{ date }}>
          {t('day.details')}
        </TextLink>
      </Text>
    </Form>
  );
};

interface CloseButtonProps {
  sum: number;
  difference: number;
  isCounted: boolean;
  isBusy: boolean;
}

const CloseButton = ({ sum, difference, isCounted, isBusy }: CloseButtonProps) => {
  const { t } = useTranslation('closing');
  const off = { sum: formatAmount(Math.abs(difference)) };
  const differs = difference < 0 ? t('day.closeMissing', off) : t('day.closeOver', off);
  const text = difference === 0 ? t('day.close', { sum: formatAmount(sum) }) : differs;
  return (
    <Button
      type="submit"
      size="lg"
      fullWidth
      loading={isBusy}
      disabled={!isCounted}
      rightSection={isCounted ? <Key name={difference === 0 ? 'Enter' : 'Ctrl Enter'} /> : null}
    >
      {isCounted ? text : t('day.countFirst')}
    </Button>
  );
};

/** A reminder: the day closes without it too. */
const ZReport = ({ hasCash }: { hasCash: boolean }) => {
  const { t } = useTranslation('closing');
  const { data } = useQuery(counterQuery);
  const [isDone, setDone] = useState(false);
  if (!hasCash || data?.cash_receipts !== 'elsewhere') return null;
  return (
    <CheckRow
      state={isDone ? 'fine' : 'open'}
      title={t('zReport')}
      mark={
        <Checkbox
          aria-label={t('zReport')}
          checked={isDone}
          onChange={(event) => setDone(event.currentTarget.checked)}
        />
      }
    />
  );
};
