import { ActionIcon, Box, Button, FileButton, Flex, Input, Popover, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar, IconFileSpreadsheet, IconScale, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type DragEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_RECONCILED_DAYS } from '../../../shared/api/reconciliation.ts';
import { formatSize } from '../../../shared/size.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { terminalsQuery } from '../../api/queries.ts';
import { Act, Fault, Hint } from '../../kit/act.tsx';
import { useNow } from '../../kit/use-now.ts';
import { type Days, momentsOfDays } from '../../lib/periods.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { type FileFault, readTableFile } from '../../lib/table-file.ts';
import { dayOf } from '../../lib/zone.ts';
import { PeriodPicker, useDaysText } from '../../shop/period-picker.tsx';
import { TerminalPicker } from '../../shop/terminal-picker.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { daysOf, lengthOf, PRESETS, type Preset, presetOf } from './period.ts';
import classes from './reconciliation.module.css';
import { reconciliationStore, useReconciliation } from './reconciliation-store.ts';
import type { ReconciliationSearch } from './search.ts';

/** The period and terminal of the address. */
export const usePeriodSearch = () => {
  const search = useSearch({ from: '/reports/reconciliation' });
  const { timeZone } = useDates();
  const now = useNow(MINUTE_MS);
  const days = daysOf(search, dayOf(now, timeZone));
  return { search, days, period: { ...momentsOfDays(days, timeZone), terminal: search.terminal } };
};

/** The form: period, terminal, the till's file, and the button that compares. */
export const ReconciliationForm = () => {
  const { t } = useTranslation('reconciliation');
  const { search, days, period } = usePeriodSearch();
  const { runningSince } = useReconciliation();
  const navigate = useNavigate();
  const change = (next: ReconciliationSearch): void =>
    void navigate({ to: '.', search: next, replace: true, resetScroll: false });
  const isTooLong = lengthOf(days) > MAX_RECONCILED_DAYS;
  const { data: terminals = [] } = useQuery(terminalsQuery);
  return (
    <Stack component="search" className="card" gap="sm" p="md" aria-label={t('form.label')}>
      <Flex wrap="wrap" align="flex-end" gap="sm">
        <PeriodField search={search} days={days} onChange={change} />
        {/* A deleted terminal has payments, but no token to request a statement with. */}
        {terminals.length < 2 && search.terminal === undefined ? null : (
          <TerminalPicker
            hasAll
            from={terminals}
            value={search.terminal}
            onChange={(terminal) => change({ ...search, terminal })}
          />
        )}
        <Act
          tone="main"
          ms="auto"
          leftSection={<IconScale size={18} stroke={1.7} aria-hidden />}
          loading={runningSince !== undefined}
          disabled={isTooLong}
          aria-describedby={isTooLong ? 'reconciliation-too-long' : undefined}
          onClick={() => void reconciliationStore.compare(period)}
          text={t('form.run')}
        />
      </Flex>
      {isTooLong ? (
        <Fault id="reconciliation-too-long" role="alert">
          {t('form.tooLong', { count: MAX_RECONCILED_DAYS })}
        </Fault>
      ) : null}
      <TillField />
    </Stack>
  );
};

interface PeriodFieldProps {
  search: ReconciliationSearch;
  days: Days;
  onChange(next: ReconciliationSearch): void;
}

const PeriodField = ({ search, days, onChange }: PeriodFieldProps) => {
  const { t } = useTranslation('reconciliation');
  const daysText = useDaysText();
  const presetName = usePresetName();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const id = useId();
  const preset = presetOf(search);
  const choose = (chosen: { period?: Preset; from?: string; to?: string }): void => {
    close();
    onChange({ terminal: search.terminal, ...chosen });
  };
  return (
    <div>
      <Input.Label id={id}>{t('words.period')}</Input.Label>
      <Popover
        opened={isOpen}
        onDismiss={close}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        withRoles
      >
        <Popover.Target>
          <Act
            display="block"
            fw={500}
            aria-describedby={id}
            leftSection={<IconCalendar size={18} stroke={1.7} aria-hidden />}
            onClick={toggle}
            text={preset === undefined ? daysText(days) : `${presetName(preset)}: ${daysText(days)}`}
          />
        </Popover.Target>
        <Popover.Dropdown>
          <PeriodPicker
            presets={PRESETS.map((name) => ({ name, label: presetName(name) }))}
            chosen={preset}
            onPreset={(period) => choose({ period })}
            {...days}
            onDays={choose}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  );
};

const usePresetName = (): ((preset: Preset) => string) => {
  const { t } = useTranslation('reconciliation');
  return (preset) => (preset === 'last_7_days' ? t('form.last_7_days') : t(`period.${preset}`));
};

/** The till's file, optional: dropped or chosen. */
const TillField = () => {
  const { t } = useTranslation('reconciliation');
  const [fault, setFault] = useState<{ name: string; fault: FileFault }>();
  const [isOver, setIsOver] = useState(false);
  const take = async (file: File | null | undefined): Promise<void> => {
    if (!file) return;
    const read = await readTableFile(file);
    setFault(typeof read === 'string' ? { name: file.name, fault: read } : undefined);
    // A wrong file leaves the previous one in place.
    if (typeof read !== 'string') reconciliationStore.chooseTill(read);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <Flex
      className={classes.till ?? ''}
      wrap="wrap"
      align="center"
      rowGap={4}
      columnGap="sm"
      px="sm"
      py="xs"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconFileSpreadsheet size={22} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
      <PeriodChoice />
      <FileButton accept=".csv,.txt,.tsv,.xlsx" onChange={(file) => void take(file)}>
        {(props) => (
          <Button {...props} variant="default" size="compact-sm">
            {t('words.chooseFile')}
          </Button>
        )}
      </FileButton>
      {fault ? (
        <Fault role="alert" flex="100%">
          {t(`till.fault.${fault.fault}`, { name: fault.name })}
        </Fault>
      ) : null}
    </Flex>
  );
};

const PeriodChoice = () => {
  const { t } = useTranslation('reconciliation');
  const { language } = usePreferences();
  const { till } = useReconciliation();
  if (!till)
    return (
      <Hint className="breaks" flex="1 1 14rem" miw={0}>
        {t('till.hint')}
      </Hint>
    );
  return (
    <Box className="breaks" flex="1 1 14rem" miw={0}>
      <Text span size="sm" fw={600}>
        {till.name}
      </Text>{' '}
      <Text span size="sm" c="dimmed">
        {formatSize(till.size, language)}
      </Text>{' '}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('till.remove', { name: till.name })}
        onClick={() => reconciliationStore.chooseTill(undefined)}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Box>
  );
};
