import { Group, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount, groupedAmount } from '../../../../shared/money.ts';
import { Hint } from '../../../kit/act.tsx';
import { FilterButton } from '../../../kit/filter-button.tsx';
import { MoneyInput } from '../../../kit/money-input.tsx';
import { type FilterProps, type InvoicesSearch, withoutGroups } from '../../../lib/invoice-search.ts';
import { withFilter } from '../../../lib/list-search.ts';
import { parseAmount } from '../../../lib/money.ts';

export const AmountFilter = (props: FilterProps) => {
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
  const [typed, setTyped] = useState({
    from: typedOf(search.amount_min),
    to: typedOf(search.amount_max),
  });
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

interface Read {
  minor?: number;
  fault?: 'format' | 'range';
}

/** An empty input removes the filter. */
const read = (typed: string): Read => {
  const parsed = parseAmount(typed);
  if ('minor' in parsed) return { minor: parsed.minor };
  return parsed.fault === 'empty' ? {} : { fault: parsed.fault };
};
