import { Chip, Group, Stack, Title } from '@mantine/core';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DIFFERENCES, type Difference } from '../../../shared/api/reconciliation.ts';
import { currencyCode } from '../../../shared/money.ts';
import { saveFile } from '../../api/download.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { EmptyState } from '../../kit/query-view.tsx';
import { useToast } from '../../kit/use-toast.ts';
import { formatCount } from '../../lib/count.ts';
import { dayOf } from '../../lib/zone.ts';
import { usePermission } from '../../shop/session/account.ts';
import { useIsWorking } from '../../shop/tasks/background-work.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { csvOf } from './csv.ts';
import { PagedTable } from './paged-table.tsx';
import { useDifferenceText } from './use-difference-text.ts';
import { isOpen, type Line, type View } from './view.ts';
import { type Step, useSteps, workId } from './work.ts';

/** The differences, each with its next step, done one by one or all of a kind. */
export const Differences = ({ view }: { view: View }) => {
  const { t } = useTranslation('reconciliation');
  const id = useId();
  const [kind, setKind] = useState<Difference>();
  const canAdopt = usePermission('can_manage_terminals');
  if (view.lines.length === 0) return <Nothing view={view} />;
  const open = view.lines.filter(isOpen);
  // A kind without open rows is not filtered by.
  const chosen = open.some(({ row }) => row.difference === kind) ? kind : undefined;
  const lines = chosen === undefined ? view.lines : open.filter(({ row }) => row.difference === chosen);
  const adoptable = lines.filter((line) => isOpen(line) && line.row.next === 'adopt');
  const refreshable = lines.filter((line) => isOpen(line) && line.row.next === 'refresh');
  const counts = Map.groupBy(open, ({ row }) => row.difference);
  const kinds = DIFFERENCES.filter((kind) => counts.has(kind));
  return (
    <Stack component="section" aria-labelledby={id} gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4" id={id}>
          {open.length === 0
            ? t('differences.done')
            : t('differences.title', { count: open.length, total: formatCount(open.length) })}
        </Title>
        <Group gap="xs">
          {canAdopt ? <AllButton step="adopt" lines={adoptable} /> : null}
          <AllButton step="refresh" lines={refreshable} />
          <CsvButton lines={lines} view={view} />
        </Group>
      </Group>
      {adoptable.length > 0 && !canAdopt ? <Hint>{t('differences.whoAdopts')}</Hint> : null}
      {/* Filters by kind, with counts; a single kind needs no choice. */}
      {kinds.length < 2 ? null : (
        <Chip.Group
          value={chosen ?? 'all'}
          onChange={(value) => setKind(kinds.find((kind) => kind === value))}
        >
          <Group gap={6} role="radiogroup" aria-label={t('differences.kinds')}>
            {(['all', ...kinds] as const).map((kind) => (
              <Chip key={kind} value={kind} size="xs">
                {t(`kind.${kind}`)}{' '}
                {formatCount(kind === 'all' ? open.length : (counts.get(kind)?.length ?? 0))}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      <PagedTable key={chosen ?? 'all'} lines={lines} view={view} label={t('differences.label')} />
    </Stack>
  );
};

const AllButton = ({ step, lines }: { step: Step; lines: readonly Line[] }) => {
  const { t } = useTranslation('reconciliation');
  const { takeAll } = useSteps();
  const isWorking = useIsWorking(workId(step));
  // A single row has its own button.
  if (lines.length < 2 && !isWorking) return null;
  return (
    <Act
      loading={isWorking}
      onClick={() => takeAll(step, lines)}
      text={t(`all.${step}`, { count: lines.length, total: formatCount(lines.length) })}
    />
  );
};

/** Everything that was compared matches. */
const Nothing = ({ view }: { view: View }) => {
  const { t } = useTranslation('reconciliation');
  const { terminals } = view.answer;
  const reported = terminals.filter((terminal) => terminal.asked).length;
  if (reported === 0 && terminals.length > 0) return null;
  const isEmpty = view.agreeing.length === 0;
  return (
    <EmptyState
      isCard
      icon={<IconCircleCheck size={40} stroke={1.3} aria-hidden color="var(--tone-paid)" />}
      title={isEmpty ? t('nothing.emptyTitle') : t('nothing.title')}
    >
      {isEmpty
        ? t('nothing.empty')
        : t(reported < terminals.length ? 'nothing.some' : 'nothing.text', {
            count: view.agreeing.length,
            total: formatCount(view.agreeing.length),
          })}
    </EmptyState>
  );
};

/** Exports the shown differences, to clear them up with the bank or the till. */
const CsvButton = ({ lines, view }: { lines: readonly Line[]; view: View }) => {
  const { t } = useTranslation('reconciliation');
  const dates = useDates();
  const toast = useToast();
  const differenceText = useDifferenceText();
  const open = lines.filter(isOpen);

  const cells = ({ row: { reference, terminal, invoice_id, here, bank, till, ...row } }: Line) => {
    const at = bank?.at ?? here?.at;
    return [
      reference,
      at === undefined ? null : dates.exact(Date.parse(at)),
      view.answer.terminals.find((each) => each.terminal === terminal)?.name ?? null,
      invoice_id,
      here?.number_display ?? null,
      here ? t(`status.${here.status}`) : null,
      ...[here?.amount, here?.refunded, bank?.amount, bank?.refunded, till?.amount].map(
        (minor) => minor ?? null,
      ),
      // Two, where the books disagree about it.
      [...new Set([here, bank, till].flatMap((side) => (side ? [currencyCode(side.ccy)] : [])))].join(' / '),
      differenceText({ reference, terminal, invoice_id, here, bank, till, ...row }),
    ];
  };
  const save = async (): Promise<void> => {
    const head = COLUMNS.map((name) => t(`csv.${name}`));
    const day = (moment: string): string => dayOf(Date.parse(moment), dates.timeZone);
    const name = `kramar-reconciliation-${day(view.answer.from)}-${day(view.answer.to)}.csv`;
    const file = new Blob([csvOf([head, ...open.map(cells)])], { type: 'text/csv; charset=utf-8' });
    try {
      toast.success(t('savedAs', { name: await saveFile(file, name) }));
    } catch (error) {
      // Choosing no folder is no failure.
      if ((error as Error).name !== 'AbortError') toast.error(error);
    }
  };
  if (open.length === 0) return null;
  return <Act icon={IconDownload} onClick={() => void save()} text={t('csv.button')} />;
};

const COLUMNS = [
  'reference',
  'at',
  'terminal',
  'bankId',
  'number',
  'status',
  'here',
  'hereRefunded',
  'bank',
  'bankRefunded',
  'till',
  'currency',
  'difference',
] as const;
