import { Box, Group, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Reconciliation } from '../../../shared/api/reconciliation.ts';
import { TABLE_DELIMITERS, TABLE_ENCODINGS } from '../../../shared/api/tables.ts';
import { Act } from '../../kit/act.tsx';
import type { Hints } from './api.ts';
import { usePeriodSearch } from './form.tsx';
import { reconciliationStore, useReconciliation } from './reconciliation-store.ts';

type TillFacts = NonNullable<Reconciliation['till']>;

/** Column choices for a file that could not be parsed. */
const USUAL_COLUMNS = 20;

/** The parse settings; the same file is sent again. @param facts how it was parsed; undefined: it could not be */
export const TillHints = ({ facts }: { facts: TillFacts | undefined }) => {
  const { t } = useTranslation('reconciliation');
  const { hints, runningSince } = useReconciliation();
  const { period } = usePeriodSearch();
  const set = (changes: Hints): void => reconciliationStore.setHints({ ...hints, ...changes });
  const columns = useColumns(facts);
  const reference = hints.reference ?? facts?.reference_column;
  const amount = hints.amount === undefined ? facts?.amount_column : hints.amount;
  return (
    <Box className="card" p="md">
      <Group gap="sm" align="flex-end">
        {facts?.format === 'xlsx' ? null : (
          <>
            <Select
              w="11rem"
              label={t('hints.encoding')}
              placeholder={t('hints.auto')}
              data={TABLE_ENCODINGS.map((value) => ({ value, label: t(`encoding.${value}`) }))}
              value={hints.encoding ?? facts?.encoding ?? null}
              onChange={(value) => value !== null && set({ encoding: value })}
            />
            <Select
              w="11rem"
              label={t('hints.delimiter')}
              placeholder={t('hints.auto')}
              data={TABLE_DELIMITERS.map((value) => ({ value, label: t(`delimiter.${value}`) }))}
              value={hints.delimiter ?? facts?.delimiter ?? null}
              onChange={(value) => value !== null && set({ delimiter: value })}
            />
          </>
        )}
        <Select
          w="11rem"
          label={t('hints.header')}
          placeholder={t('hints.auto')}
          data={(['true', 'false'] as const).map((value) => ({ value, label: t(`header.${value}`) }))}
          value={textOf(hints.has_header ?? facts?.has_header)}
          onChange={(value) => set({ has_header: value === 'true' })}
        />
        <Select
          w="12rem"
          label={t('hints.reference')}
          placeholder={t('hints.auto')}
          data={columns}
          value={textOf(reference)}
          // Columns are sent all or none, so the amount keeps its detected column.
          onChange={(value) => set({ reference: Number(value), amount: amount ?? null })}
        />
        <Select
          w="12rem"
          label={t('hints.amount')}
          placeholder={t('hints.none')}
          clearable
          clearButtonProps={{ 'aria-label': t('hints.none') }}
          disabled={reference === undefined}
          data={columns}
          value={textOf(amount)}
          onChange={(value) =>
            reference !== undefined && set({ reference, amount: value === null ? null : Number(value) })
          }
        />
        <Act
          loading={runningSince !== undefined}
          onClick={() => void reconciliationStore.compare(period)}
          text={t('hints.again')}
        />
      </Group>
    </Box>
  );
};

const textOf = (value: number | boolean | null | undefined): string | null =>
  value === undefined || value === null ? null : String(value);

const useColumns = (facts: TillFacts | undefined): { value: string; label: string }[] => {
  const { t } = useTranslation('reconciliation');
  const header = facts?.header ?? Array.from({ length: USUAL_COLUMNS }, () => '');
  return header.map((name, column) => {
    const numbered = t('hints.column', { number: column + 1 });
    return { value: String(column), label: name === '' ? numbered : `${column + 1}. ${name}` };
  });
};
