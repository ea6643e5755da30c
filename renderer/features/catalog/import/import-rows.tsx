import { Box, Chip, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ImportRow,
  PRODUCT_KEYS,
  type ProductImport,
  type ProductKey,
  ROW_VERDICTS,
} from '../../../../shared/api/catalog-files.ts';
import { Hint } from '../../../kit/act.tsx';
import { type Column, column, DataTable } from '../../../kit/data-table.tsx';
import { Pager } from '../../../kit/pager.tsx';
import { formatCount } from '../../../lib/count.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import classes from './import.module.css';

interface ImportRowListProps {
  preview: ProductImport;
  /** A newer preview is loading. */
  isOld: boolean;
}

type Verdict = ImportRow['verdict'];

const changedBy = (rows: readonly ImportRow[], key: ProductKey): number =>
  rows.filter(({ verdict, matched_by }) => verdict === 'changed' && matched_by === key).length;

/** The preview row by row; the counts filter the rows. */
export const ImportRowList = ({ preview, isOld }: ImportRowListProps) => {
  const { t } = useTranslation('catalog');
  const { counts, rows } = preview;
  const { pageSize } = usePreferences();
  const [verdict, setVerdict] = useState<Verdict | 'all'>('all');
  const [page, setPage] = useState(1);
  const [key, setKey] = useState<ProductKey>();
  const matched = useMemo(() => PRODUCT_KEYS.map((by) => [by, changedBy(rows, by)] as const), [rows]);
  const isByKey = verdict === 'changed' && matched.some(([by, count]) => by === key && count > 0);
  const shown = useMemo(
    () =>
      rows.filter(
        (row) => (verdict === 'all' || row.verdict === verdict) && (!isByKey || row.matched_by === key),
      ),
    [rows, verdict, isByKey, key],
  );
  const columns = useColumns();
  const last = Math.max(1, Math.ceil(shown.length / pageSize));
  const at = Math.min(page, last);
  const choose = (value: string): void => {
    setVerdict(ROW_VERDICTS.find((each) => each === value) ?? 'all');
    setKey(undefined);
    setPage(1);
  };
  return (
    <>
      <Group justify="space-between">
        <Chip.Group value={verdict} onChange={choose}>
          <Group gap={6} role="radiogroup" aria-label={t('import.counts.label')}>
            {(['all', ...ROW_VERDICTS] as const).map((value) => (
              <Chip key={value} value={value} disabled={value !== 'all' && counts[value] === 0} size="sm">
                {t(`import.counts.${value}`)} {formatCount(value === 'all' ? rows.length : counts[value])}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Hint className="figures">
          {t('import.counts.unchanged', {
            unchanged: formatCount(counts.unchanged),
            rows: formatCount(counts.rows),
          })}
        </Hint>
      </Group>
      {counts.changed === 0 ? null : (
        <Group gap={6} role="group" aria-label={t('import.matched.label')}>
          <Hint>{t('import.matched.label')}</Hint>
          {matched
            .filter(([, count]) => count > 0)
            .map(([by, count]) => (
              <Chip
                key={by}
                size="xs"
                checked={isByKey && key === by}
                onChange={(isChecked) => {
                  choose(isChecked ? 'changed' : 'all');
                  setKey(isChecked ? by : undefined);
                }}
              >
                {t(`fields.${by}`)} {formatCount(count)}
              </Chip>
            ))}
        </Group>
      )}
      <NewNames preview={preview} />
      {shown.length === 0 ? null : (
        <Box className="card" style={{ overflow: 'clip' }}>
          <DataTable
            label={t('import.table.caption')}
            isHighlighted={false}
            isStacked
            isOld={isOld}
            rows={shown.slice((at - 1) * pageSize, at * pageSize)}
            columns={columns}
            keyOf={({ row }) => row}
          />
          {shown.length > pageSize ? (
            <Pager count={shown.length} page={at} pageSize={pageSize} onPage={setPage} />
          ) : null}
        </Box>
      )}
    </>
  );
};

const useColumns = (): Column<ImportRow>[] => {
  const { t } = useTranslation('catalog');
  return useMemo(
    () => [
      column('row', t('import.table.row'), ({ row }) => formatCount(row), {
        isNumber: true,
        width: '4.5rem',
      }),
      column('verdict', t('import.table.verdict'), ({ verdict }) => <VerdictBadge verdict={verdict} />, {
        width: '8.5rem',
        isMain: true,
      }),
      column('name', t('import.table.name'), ({ name }) => name, { isRowHead: true, isWrapped: true }),
      column('what', t('words.details'), (row) => <RowOutcome row={row} />, { isWrapped: true }),
    ],
    [t],
  );
};

const LOOKS = {
  new: { tone: 'paid', icon: IconPlus },
  changed: { tone: 'waiting', icon: IconPencil },
  wrong: { tone: 'failed', icon: IconAlertTriangle },
} as const;

const VerdictBadge = ({ verdict }: { verdict: Verdict }) => {
  const { t } = useTranslation('catalog');
  const { tone, icon: Icon } = LOOKS[verdict];
  return (
    <span className="pill tinted" data-tone={tone}>
      <Icon size={14} aria-hidden />
      {t(`import.verdict.${verdict}`)}
    </span>
  );
};

/** A readable number of names. */
const SHOWN = 12;

/** Categories and units that the import would create. */
const NewNames = ({ preview: { new_categories, new_units } }: { preview: ProductImport }) => {
  const { t } = useTranslation('catalog');
  const line = (names: readonly string[]) => ({
    count: names.length,
    total: formatCount(names.length),
    names:
      names
        .slice(0, SHOWN)
        .map((text) => t('quoted', { text }))
        .join(', ') + (names.length > SHOWN ? '…' : ''),
  });
  if (new_categories.length + new_units.length === 0) return null;
  return (
    <Text size="sm" component="div">
      {new_categories.length > 0 ? <div>{t('import.made.categories', line(new_categories))}</div> : null}
      {new_units.length > 0 ? <div>{t('import.made.units', line(new_units))}</div> : null}
    </Text>
  );
};

/** A row's effect, or why it is skipped. */
const RowOutcome = ({ row }: { row: ImportRow }) => {
  if (row.verdict === 'wrong') return <RowProblems row={row} />;
  return row.verdict === 'new' ? <Fields row={row} /> : <Changes row={row} />;
};

const RowProblems = ({ row: { problems } }: { row: ImportRow }) => {
  const { t } = useTranslation('catalog');
  return problems.map(({ field, code, value, detail }) => (
    <Box key={`${field} ${code}`} title={detail} c="var(--mantine-color-error)">
      {field === null ? '' : `${t(`fields.${field}`)}: `}
      {t(`import.problem.${code}`, { value: shortened(value) })}
    </Box>
  ));
};

const Fields = ({ row: { changes } }: { row: ImportRow }) => {
  const { t } = useTranslation('catalog');
  return changes
    .filter(({ field, to }) => field !== 'name' && to !== '')
    .map(({ field, to }) => (
      <span key={field} className={classes.change}>
        <Box component="span" c="dimmed">
          {t(`fields.${field}`)}
        </Box>{' '}
        {shortened(to)}
      </span>
    ));
};

const Changes = ({ row: { changes } }: { row: ImportRow }) => {
  const { t } = useTranslation('catalog');
  return changes.map(({ field, from, to }) => (
    <span key={field} className={classes.change}>
      <Box component="span" c="dimmed">
        {t(`fields.${field}`)}
      </Box>{' '}
      <del>{shortened(from) || t('import.nothing')}</del> <span aria-hidden>→</span>{' '}
      <ins>{shortened(to) || t('import.nothing')}</ins>
    </span>
  ));
};

const MAX_CELL_LENGTH = 80;

/** A cell can hold a very long text. */
const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length > MAX_CELL_LENGTH ? `${characters.slice(0, MAX_CELL_LENGTH).join('')}…` : text;
};
