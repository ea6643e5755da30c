import { NumberInput, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount, groupedAmount } from '../../../shared/money.ts';

/** Hryvnia in circulation, minor units (National Bank of Ukraine, 2024). */
const NOTES = [100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 10] as const;
const MOST = 100_000;

/** Counts cash by notes and coins. @param onCount takes the sum, minor units */
export const NotesCount = ({ onCount }: { onCount(minor: number): void }) => {
  const { t } = useTranslation('shift');
  const [counts, setCounts] = useState<Readonly<Record<number, number>>>({});
  const sum = NOTES.reduce((total, note) => total + note * (counts[note] ?? 0), 0);
  const change = (note: number, count: number): void => {
    const next = { ...counts, [note]: count };
    setCounts(next);
    onCount(NOTES.reduce((total, each) => total + each * (next[each] ?? 0), 0));
  };
  return (
    <div>
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" verticalSpacing="xs">
        {NOTES.map((note) => (
          <NumberInput
            key={note}
            label={groupedAmount(note)}
            value={counts[note] ?? ''}
            min={0}
            max={MOST}
            allowDecimal={false}
            allowNegative={false}
            onChange={(count) => change(note, typeof count === 'number' ? count : 0)}
          />
        ))}
      </SimpleGrid>
      <Text size="sm" mt="xs" role="status">
        {t('count.sum', { sum: formatAmount(sum) })}
      </Text>
    </div>
  );
};
