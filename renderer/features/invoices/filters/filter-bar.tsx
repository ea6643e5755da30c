import { Box, Button, Checkbox, Chip, Group, Radio, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SaleStatusSums, TENDERS } from '../../../../shared/api/sales.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../../../shared/api/statuses.ts';
import { formatAmount, groupedAmount } from '../../../../shared/money.ts';
import { Hint } from '../../../kit/act.tsx';
import { FilterButton } from '../../../kit/filter-button.tsx';
import { FilterBar } from '../../../kit/list-page.tsx';
import { MoneyInput } from '../../../kit/money-input.tsx';
import { possibleAmount } from '../../../lib/amount-search.ts';
import { formatCount } from '../../../lib/count.ts';
import {
  activeGroups,
  type FilterGroup,
  type FilterProps,
  type InvoicesSearch,
  tendersOf,
  withoutFilters,
  withoutGroups,
} from '../../../lib/invoice-search.ts';
import { withFilter } from '../../../lib/list-search.ts';
import { parseAmount } from '../../../lib/money.ts';
import { TerminalFilter } from '../../../shop/terminal-filter.tsx';
import { TENDER_WORDS } from '../../../shop/use-sale-texts.ts';
import { useShopFacts } from '../../../shop/use-shop-facts.ts';
import classes from './filters.module.css';
import { PeriodFilter } from './period-filter.tsx';
import { ReportFilters } from './report-filters.tsx';

interface InvoiceFiltersProps extends FilterProps {
  /** undefined: not known yet. */
  sums: SaleStatusSums | undefined;
}

/** The groups whose filters stand beside the search. */
const IN_LINE: readonly FilterGroup[] = ['period', 'tender', 'place', 'amount', 'origin'];

export const InvoiceFilters = ({ sums, ...props }: InvoiceFiltersProps) => {
  const { t } = useTranslation('invoices');
  const { search, onChange } = props;
  const { cash } = useShopFacts();
  // Where there is no cash, a link's tender narrows nothing.
  const groups = activeGroups(search).filter((group) => cash || group !== 'tender');
  return (
    <FilterBar
      label={t('filters.label')}
      search={{
        value: search.search,
        label: t('search.label'),
        placeholder: t(cash ? 'cash.searchWhat' : 'search.what'),
        flex: '1 1 6.5rem',
        miw: '6.5rem',
      }}
      onSearch={(text, options) => onChange(withFilter(search, { search: text }), options)}
      isFiltered={groups.length > 0}
      setCount={groups.filter((group) => IN_LINE.includes(group)).length}
      clearLabel={t('filters.clearAll')}
      onClear={() => onChange(withoutFilters(search))}
      top={<StatusFilter {...props} sums={sums} />}
      bottom={
        <>
          <AmountSuggestion {...props} />
          <ReportFilters {...props} />
        </>
      }
    >
      <PeriodFilter {...props} />
      {cash ? <TenderFilter {...props} /> : null}
      <TerminalFilter selection={search} onChange={(selection) => onChange(withFilter(search, selection))} />
      <AmountFilter {...props} />
      <OriginFilter {...props} />
    </FilterBar>
  );
};

const countOf = ({ count, results }: SaleStatusSums, name: InvoiceStatus | 'all'): number =>
  name === 'all' ? count : (results.find(({ status }) => status === name)?.count ?? 0);

const StatusFilter = ({ search, onChange, sums }: InvoiceFiltersProps) => {
  const { t } = useTranslation('invoices');
  const choose = (value: string): void =>
    onChange(withFilter(search, { status: INVOICE_STATUSES.find((status) => status === value) }));
  return (
    <Chip.Group value={search.status ?? 'all'} onChange={choose}>
      <div className={classes.chips} role="radiogroup" aria-label={t('table.status')}>
        {(['all', ...INVOICE_STATUSES] as const).map((status) => (
          <Chip key={status} value={status} size="sm" classNames={{ label: classes.chip }}>
            <span>{t(`statuses.${status}`)}</span>
            <Box
              component="span"
              className="figures"
              display="inline-block"
              miw="0.75rem"
              ms={6}
              fz="xs"
              ta="end"
              data-chip-count={status}
            >
              {sums ? formatCount(countOf(sums, status)) : ''}
            </Box>
          </Chip>
        ))}
      </div>
    </Chip.Group>
  );
};

/** Digits alone are searched as a number or a card; one click searches them as an amount. */
const AmountSuggestion = ({ search, onChange }: FilterProps) => {
  const { t } = useTranslation('invoices');
  const amount = search.search === undefined ? undefined : possibleAmount(search.search);
  if (amount === undefined) return null;
  const changes = { search: undefined, amount_min: amount, amount_max: amount };
  return (
    <Button
      style={{ alignSelf: 'start' }}
      size="compact-sm"
      variant="light"
      onClick={() => onChange(withFilter(search, changes))}
    >
      {t('search.amount', { amount: formatAmount(amount) })}
    </Button>
  );
};

const TenderFilter = ({ search, onChange }: FilterProps) => {
  const { t } = useTranslation('invoices');
  const chosen = tendersOf(search.tender);
  const choose = (names: readonly string[]): void => {
    const tender = TENDERS.filter((name) => names.includes(name));
    const isAny = tender.length === 0 || tender.length === TENDERS.length;
    onChange(withFilter(search, { tender: isAny ? undefined : tender.join(',') }));
  };
  return (
    <FilterButton
      name={t('cash.tender')}
      value={chosen.map((name) => t(TENDER_WORDS[name])).join(', ') || undefined}
      onClear={() => onChange(withoutGroups(search, ['tender']))}
    >
      {() => (
        <Checkbox.Group label={t('cash.tender')} value={chosen} onChange={choose}>
          <Stack gap="xs" mt="xs">
            {TENDERS.map((name) => (
              <Checkbox key={name} value={name} label={t(TENDER_WORDS[name])} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </FilterButton>
  );
};

const ORIGINS = { any: undefined, local: true, foreign: false } as const;
type Origin = keyof typeof ORIGINS;
const NAMES = Object.keys(ORIGINS) as Origin[];

const OriginFilter = ({ search, onChange }: FilterProps) => {
  const { t } = useTranslation('invoices');
  const current = NAMES.find((name) => ORIGINS[name] === search.created_locally) ?? 'any';
  return (
    <FilterButton
      name={t('filters.origin')}
      value={current === 'any' ? undefined : t(`origin.${current}`)}
      onClear={() => onChange(withoutGroups(search, ['origin']))}
    >
      {() => (
        <Radio.Group
          label={t('origin.label')}
          value={current}
          onChange={(value) => onChange(withFilter(search, { created_locally: ORIGINS[value as Origin] }))}
        >
          <Stack gap="xs" mt="xs">
            {NAMES.map((name) => (
              <Radio key={name} value={name} label={t(`origin.${name}`)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FilterButton>
  );
};

const AmountFilter = (props: FilterProps) => {
  const { t } = useTranslation('invoices');
  const { search, onChange } = props;
  return (
    <FilterButton
      name={t('words.amount')}
      value={rangeText(search, t('amountFilter.from'), t('amountFilter.to'))}
      onClear={() => onChange(withoutGroups(search, ['amount']))}
    >
      {(close) => <AmountFields {...props} onDone={close} />}
    </FilterButton>
  );
};

const rangeText = ({ amount_min: min, amount_max: max }: InvoicesSearch, from: string, to: string) => {
  if (min !== undefined && max !== undefined)
    return min === max ? formatAmount(min) : `${formatAmount(min)} – ${formatAmount(max)}`;
  if (min !== undefined) return `${from} ${formatAmount(min)}`.toLowerCase();
  return max === undefined ? undefined : `${to} ${formatAmount(max)}`.toLowerCase();
};

const typedOf = (minor: number | undefined): string => (minor === undefined ? '' : groupedAmount(minor));

const PAUSE_MS = 400;

/** Two amount inputs, applied when typing pauses and both are valid. */
const AmountFields = ({ search, onChange, onDone }: FilterProps & { onDone(): void }) => {
  const { t } = useTranslation('invoices');
  const [typed, setTyped] = useState({ from: typedOf(search.amount_min), to: typedOf(search.amount_max) });
  const from = read(typed.from);
  const to = read(typed.to);
  const isMinAboveMax = from.minor !== undefined && to.minor !== undefined && to.minor < from.minor;
  const isSound = from.fault === undefined && to.fault === undefined && !isMinAboveMax;
  const isNew = from.minor !== search.amount_min || to.minor !== search.amount_max;

  const apply = (): void => {
    if (isSound && isNew) onChange(withFilter(search, { amount_min: from.minor, amount_max: to.minor }));
  };
  const onPause = useEffectEvent(apply);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke restarts the pause
  useEffect(() => {
    const timer = setTimeout(onPause, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const done = (): void => {
    if (!isSound) return;
    apply();
    onDone();
  };
  const ends = {
    from: { fault: from.fault },
    to: { fault: to.fault, error: isMinAboveMax ? t('amountFilter.order') : undefined },
  };
  return (
    <Stack gap="xs" maw="20rem">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {(['from', 'to'] as const).map((edge) => (
          <MoneyInput
            key={edge}
            {...ends[edge]}
            label={t(`amountFilter.${edge}`)}
            data-autofocus={edge === 'from' ? true : undefined}
            value={typed[edge]}
            onChange={(text) => setTyped({ ...typed, [edge]: text })}
            onKeyDown={(event) => event.key === 'Enter' && done()}
          />
        ))}
      </Group>
      <Hint>{t('amountFilter.hint')}</Hint>
    </Stack>
  );
};

/** An empty input removes the filter. */
const read = (typed: string): { minor?: number; fault?: 'format' | 'range' } => {
  const parsed = parseAmount(typed);
  if (!parsed.fault) return { minor: parsed.minor };
  return parsed.fault === 'empty' ? {} : { fault: parsed.fault };
};
