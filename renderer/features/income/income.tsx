import { Group, Select, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncomeBook, IncomeRow, IncomeState } from '../../../shared/api/income-book.ts';
import { currencyCode, formatAmount } from '../../../shared/money.ts';
import { incomeBookQuery, incomeStatesQuery, systemQuery } from '../../api/queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Strip } from '../../kit/callout.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { Stepper } from '../../kit/stepper.tsx';
import { GuideLink } from '../../kit/text-link.tsx';
import { useListSearch } from '../../kit/use-list.ts';
import type { SheetPart } from '../../shop/paper-view.tsx';
import { useAccount } from '../../shop/session/account.ts';
import { ExportMenu } from '../../shop/tasks/export-menu.tsx';
import { Print } from '../../shop/tasks/print-menu.tsx';
import { useDates, useToday } from '../../shop/use-dates.ts';
import { BookTable, isAhead } from './book-table.tsx';
import { Entries } from './entries.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { LimitPanel } from './limit-panel.tsx';
import { type IncomeSearch, incomeSearch } from './search.ts';
import { BOOK_COLUMNS, bookCell, usePeriodName, useTaxpayerName } from './use-income-texts.ts';

/** The income book of a year and a tax number. */
export const Income = () => {
  const { search, changeSearch } = useListSearch(incomeSearch);
  const thisYear = Number(useToday().slice(0, 4));
  const year = search.year ?? thisYear;
  const params = { year, tax_number: search.taxNumber };
  const query = useQuery(incomeBookQuery(params));
  const states = useQuery(incomeStatesQuery);
  const book = query.isPlaceholderData ? undefined : query.data;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <YearPicker
            year={year}
            last={thisYear}
            onChoose={(next) => changeSearch({ year: next === thisYear ? undefined : next, page: undefined })}
          />
          <TaxpayerPicker
            taxpayers={states.data?.results ?? []}
            chosen={query.data?.tax_number}
            onChoose={(taxNumber) => changeSearch({ taxNumber, page: undefined })}
          />
        </Group>
        <Actions book={book} params={params} />
      </Group>
      <QueryView query={query} isCard rows={12}>
        {(shown) => (
          <Book
            book={shown}
            several={(states.data?.results.length ?? 0) > 1}
            search={search}
            onBy={(by) => changeSearch({ by })}
          />
        )}
      </QueryView>
    </Stack>
  );
};

interface BookProps {
  book: IncomeBook;
  /** Whether the shop has several tax numbers. */
  several: boolean;
  search: IncomeSearch;
  onBy(by: 'day' | undefined): void;
}

const Book = ({ book, several, search, onBy }: BookProps) => {
  const { t } = useTranslation('income');
  const nameOf = useTaxpayerName();
  return (
    <>
      <div>
        <Title order={2} size="h4">
          {t('heading', { year: book.year })}
        </Title>
        <Hint>{nameOf(book)}</Hint>
      </div>
      <LimitPanel book={book} several={several} />
      {book.other_currencies.map(({ ccy, received, refunds }) => (
        <Strip key={ccy} tone="waiting" title={t('currency.title', { code: currencyCode(ccy) })}>
          {t('currency.text', { received: formatAmount(received, ccy), refunds: formatAmount(refunds, ccy) })}
        </Strip>
      ))}
      <BookTable book={book} by={search.by ?? 'month'} onBy={(by) => onBy(by === 'day' ? by : undefined)} />
      <Entries key={`${book.tax_number} ${book.year}`} book={book} />
      <Hint>
        {t('rules')} <GuideLink guide="income-book">{t('examples')}</GuideLink>
      </Hint>
    </>
  );
};

interface YearPickerProps {
  year: number;
  last: number;
  onChoose(year: number): void;
}

const YearPicker = ({ year, last, onChoose }: YearPickerProps) => {
  const { t } = useTranslation('income');
  return (
    <Stepper
      previous={t('year.previous')}
      next={t('year.next')}
      isLast={year >= last}
      onStep={(by) => onChoose(year + by)}
    >
      <Text fw={550} px={6} className="figures" aria-live="polite">
        {year}
      </Text>
    </Stepper>
  );
};

interface TaxpayerPickerProps {
  taxpayers: readonly IncomeState[];
  chosen: string | undefined;
  onChoose(taxNumber: string): void;
}

/** Shown only where terminals of several tax numbers are. */
const TaxpayerPicker = ({ taxpayers, chosen, onChoose }: TaxpayerPickerProps) => {
  const { t } = useTranslation('income');
  const nameOf = useTaxpayerName();
  if (taxpayers.length < 2) return null;
  return (
    <Select
      aria-label={t('taxpayer')}
      data={taxpayers.map((taxpayer) => ({ value: taxpayer.tax_number, label: nameOf(taxpayer) }))}
      value={chosen ?? null}
      allowDeselect={false}
      w="min(25rem, calc(100vw - 2rem))"
      onChange={(value) => value !== null && onChoose(value)}
    />
  );
};

interface ActionsProps {
  book: IncomeBook | undefined;
  params: { year: number; tax_number: string | undefined };
}

const Actions = ({ book, params }: ActionsProps) => {
  const { t } = useTranslation('income');
  const partsOf = useBookParts();
  const { is_owner: isOwner } = useAccount();
  const [isOpen, setOpen] = useState(false);
  return (
    <Group gap="xs">
      <ExportMenu
        table={{ work: 'income-export', title: t('words.incomeBook'), path: 'income-book/export/', params }}
        what={undefined}
      />
      <Print
        papers={['a4']}
        fileName={`kramar-income-${params.year}`}
        isReady={book !== undefined}
        isDense
        partsOf={() => (book ? partsOf(book) : [])}
      />
      {isOwner ? (
        <Act
          tone="main"
          icon={IconPlus}
          disabled={book === undefined}
          onClick={() => setOpen(true)}
          text={t('entry.open')}
        />
      ) : null}
      {isOpen && book ? <EntryDialog book={book} onClose={() => setOpen(false)} /> : null}
    </Group>
  );
};

/** The book on A4: days, after each month and each quarter its sums, at the end the year. */
const useBookParts = (): ((book: IncomeBook) => SheetPart[]) => {
  const { t } = useTranslation('income');
  const { data: system } = useQuery(systemQuery);
  const dates = useDates();
  const nameOf = useTaxpayerName();
  const periodName = usePeriodName();
  const line = (kind: 'row' | 'month' | 'quarter', row: IncomeRow): SheetPart => ({
    kind,
    cells: [periodName(row.period), ...BOOK_COLUMNS.map((name) => bookCell(row, name))],
  });
  return (book) => [
    { kind: 'title', text: t('heading', { year: book.year }) },
    { kind: 'line', text: [nameOf(book), system?.shop_name].filter(Boolean).join(' · ') },
    { kind: 'line', text: t('sheet.madeAt', { moment: dates.moment(Date.parse(book.made_at)) }) },
    { kind: 'head', cells: [t('columns.period'), ...BOOK_COLUMNS.map((name) => t(`columns.${name}`))] },
    ...book.months.flatMap((month, index): SheetPart[] => {
      if (isAhead(book, month.period)) return [];
      const quarter = index % 3 === 2 ? book.quarters[Math.floor(index / 3)] : undefined;
      const days = book.days.filter(({ period }) => period.startsWith(month.period));
      return [
        ...days.map((day) => line('row', day)),
        line('month', month),
        ...(quarter ? [line('quarter', quarter)] : []),
      ];
    }),
    line('quarter', book.total),
    ...book.other_currencies.map(({ ccy, received, refunds }): SheetPart => {
      const sums = { received: formatAmount(received, ccy), refunds: formatAmount(refunds, ccy) };
      const title = t('currency.title', { code: currencyCode(ccy) });
      return { kind: 'text', text: `${title} ${t('currency.text', sums)}` };
    }),
    { kind: 'small', text: t('rules') },
  ];
};
