import { Checkbox, Progress, Select, SimpleGrid, Text } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncomeBook, IncomeLimit } from '../../../shared/api/income-book.ts';
import { TAX_GROUPS, type TaxGroup, type WarningLevel } from '../../../shared/income.ts';
import { formatAmount, groupedAmount } from '../../../shared/money.ts';
import { read } from '../../api/client.ts';
import { call } from '../../api/http.ts';
import { useInvalidate } from '../../api/keys.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { FailureCallout, Strip } from '../../kit/callout.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Form, FormFooter, useForm } from '../../kit/form.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { Facts, Panel, PanelPart } from '../../kit/panel.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { parseAmount } from '../../lib/money.ts';
import { useAccount } from '../../shop/session/account.ts';
import { LimitText, percentOf } from './limit-text.tsx';
import { useForecastText } from './use-income-texts.ts';

/** The year's income beside the limit of the group, and when the limit is reached. */
export const LimitPanel = ({ book, several }: { book: IncomeBook; several: boolean }) => {
  const { t } = useTranslation('income');
  const { is_owner: isOwner } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const forecastText = useForecastText();
  const forecast = forecastText(book);
  return (
    <>
      {book.level === null ? null : (
        <Strip
          tone={book.level === 80 ? 'waiting' : 'failed'}
          title={t(`level.${book.level as WarningLevel}`)}
        >
          <LimitText state={book} />
        </Strip>
      )}
      <Panel
        title={t('limit.title')}
        text={book.tax_group === null ? t(isOwner ? 'limit.choose' : 'limit.notChosen') : null}
        actions={
          isOwner ? <Act icon={IconAdjustments} onClick={() => setOpen(true)} text={t('setup.open')} /> : null
        }
      >
        <PanelPart>
          {book.limit === null ? null : <Bar book={book} limit={book.limit} />}
          <Facts facts={useLimitFacts(book)} />
          {forecast === '' ? null : (
            <Text mt="sm" fw={550}>
              {forecast}
            </Text>
          )}
          {book.forecast === null ? null : <Hint>{t('forecast.method')}</Hint>}
        </PanelPart>
      </Panel>
      {isOpen ? <SetupDialog book={book} several={several} onClose={() => setOpen(false)} /> : null}
    </>
  );
};

const COLORS = { 80: 'yellow.7', 90: 'red.7', 100: 'red.9' } as const;

const Bar = ({ book, limit }: { book: IncomeBook; limit: number }) => {
  const { t } = useTranslation('income');
  const percent = percentOf(book.income, limit);
  return (
    <Progress
      mb="md"
      size="lg"
      value={Math.max(0, Math.min(100, percent))}
      color={book.level === null ? 'green.8' : COLORS[book.level as WarningLevel]}
      aria-label={t('limit.bar', { percent: Math.floor(percent) })}
    />
  );
};

const useLimitFacts = (book: IncomeBook) => {
  const { t } = useTranslation('income');
  const { income, limit, tax_group, limit_source } = book;
  const sum = formatAmount(income);
  if (limit === null || tax_group === null) return [{ name: t('limit.income'), value: sum }];
  return [
    { name: t('limit.income'), value: `${sum} (${Math.floor(percentOf(income, limit))} %)` },
    {
      name: t('limit.ofGroup', { group: tax_group, year: book.year }),
      value: `${formatAmount(limit)}${limit_source === 'earlier_year' ? ` (${t('limit.earlierYear')})` : ''}`,
    },
    { name: t(income > limit ? 'limit.over' : 'limit.left'), value: formatAmount(Math.abs(limit - income)) },
  ];
};

interface SetupProps {
  book: IncomeBook;
  /** Whether the shop has several tax numbers: the cash of shifts belongs to one. */
  several: boolean;
  onClose(): void;
}

/** The owner's choices for a tax number and a year: group, limits, cash of shifts. */
const SetupDialog = (props: SetupProps) => {
  const { t } = useTranslation('income');
  const limits = useQuery(read('income-book/limits/'));
  return (
    <Dialog title={t('setup.title', { year: props.book.year })} onClose={props.onClose}>
      <QueryView query={limits} rows={4}>
        {({ results }) => (
          <SetupForm {...props} limits={results.filter(({ year }) => year === props.book.year)} />
        )}
      </QueryView>
    </Dialog>
  );
};

const SetupForm = ({ book, several, limits, onClose }: SetupProps & { limits: readonly IncomeLimit[] }) => {
  const { t } = useTranslation('income');
  const invalidate = useInvalidate();
  const [group, setGroup] = useState(book.tax_group);
  const [takesCash, setTakesCash] = useState(book.takes_shift_cash);
  const [typed, setTyped] = useState(() => typedLimits(limits));
  const faults = TAX_GROUPS.flatMap((each) => {
    const parsed = parseAmount(typed[each]);
    return typed[each].trim() !== '' && parsed.fault ? [[each, parsed.fault] as const] : [];
  });

  const form = useForm(faults.length > 0, async (isThere) => {
    const { year, tax_number } = book;
    const takes_shift_cash = takesCash && !book.takes_shift_cash;
    try {
      const body = { year, tax_number, tax_group: group, takes_shift_cash };
      await call('income-book/taxpayers/', { method: 'PATCH', body });
      const changed = changedLimits(limits, typed);
      if (Object.keys(changed).length > 0)
        await call('income-book/limits/', { method: 'PATCH', body: { year, ...changed } });
    } finally {
      await invalidate('income');
    }
    if (isThere()) onClose();
  });
  return (
    <Form gap="sm" onSubmit={form.onSubmit} autoComplete="off">
      <Select
        label={t('setup.group')}
        description={t('setup.groupHint', { year: book.year })}
        data={[
          { value: '', label: t('setup.noGroup') },
          ...TAX_GROUPS.map((each) => ({ value: String(each), label: t('setup.groupOf', { group: each }) })),
        ]}
        value={group === null ? '' : String(group)}
        allowDeselect={false}
        onChange={(value) => setGroup(value ? Number(value) : null)}
      />
      <Hint>{t('setup.limits', { year: book.year })}</Hint>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {TAX_GROUPS.map((each) => (
          <MoneyInput
            key={each}
            label={t('setup.groupOf', { group: each })}
            value={typed[each]}
            onChange={(value) => setTyped((all) => ({ ...all, [each]: value }))}
            fault={form.isTried ? faults.find(([one]) => one === each)?.[1] : undefined}
          />
        ))}
      </SimpleGrid>
      <LimitSources limits={limits} />
      {several ? (
        <Checkbox
          label={t('setup.cash')}
          description={t('setup.cashHint')}
          checked={takesCash}
          disabled={book.takes_shift_cash}
          onChange={(event) => setTakesCash(event.currentTarget.checked)}
        />
      ) : null}
      <FailureCallout failure={form.failure} />
      <FormFooter submit={t('save')} close={t('close')} isBusy={form.isBusy} onClose={onClose} />
    </Form>
  );
};

type Typed = Record<TaxGroup, string>;

const limitOf = (limits: readonly IncomeLimit[], group: TaxGroup): IncomeLimit | undefined =>
  limits.find(({ tax_group }) => tax_group === group);

const typedLimits = (limits: readonly IncomeLimit[]): Typed => {
  const typed = (group: TaxGroup): string => {
    const limit = limitOf(limits, group);
    return limit ? groupedAmount(limit.amount) : '';
  };
  return { 1: typed(1), 2: typed(2), 3: typed(3) };
};

/** An empty field restores the default. */
const changedLimits = (limits: readonly IncomeLimit[], typed: Typed): Record<string, number | null> =>
  Object.fromEntries(
    TAX_GROUPS.flatMap((group) => {
      const parsed = parseAmount(typed[group]);
      const amount = parsed.minor ?? null;
      const isSame = amount === (limitOf(limits, group)?.amount ?? null);
      return isSame ? [] : [[`group_${group}`, amount]];
    }),
  );

/** Which of the shown limits are the owner's, and which those of an earlier year. */
const LimitSources = ({ limits }: { limits: readonly IncomeLimit[] }) => {
  const { t } = useTranslation('income');
  const own = limits.filter(({ source }) => source === 'owner');
  const isGuessed = limits.some(({ source }) => source === 'earlier_year');
  if (own.length === 0 && !isGuessed) return null;
  return (
    <Hint>
      {isGuessed ? `${t('setup.guessed')} ` : ''}
      {own.length > 0
        ? t('setup.own', {
            groups: own.map((limit) => `${limit.tax_group}: ${formatAmount(limit.amount)}`).join('; '),
          })
        : ''}
    </Hint>
  );
};
