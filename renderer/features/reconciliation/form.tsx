import { Flex } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MAX_RECONCILED_DAYS } from '../../../shared/api/reconciliation.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { terminalsQuery } from '../../api/queries.ts';
import { Act } from '../../kit/act.tsx';
import { useNow } from '../../kit/use-now.ts';
import { momentsOfDays } from '../../lib/periods.ts';
import { dayOf } from '../../lib/zone.ts';
import { TerminalPicker } from '../../shop/terminal-picker.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { daysOf, lengthOf } from './period.ts';
import { PeriodField } from './period-field.tsx';
import classes from './reconciliation.module.css';
import { reconciliationStore, useReconciliation } from './reconciliation-store.ts';
import type { ReconciliationSearch } from './search.ts';
import { TillField } from './till-field.tsx';

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
  return (
    <search className={`card ${classes.form}`} aria-label={t('form.label')}>
      <Flex wrap="wrap" align="flex-end" gap="sm">
        <PeriodField search={search} days={days} onChange={change} />
        <TerminalField search={search} onChange={change} />
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
        <p id="reconciliation-too-long" role="alert" className={classes.fault}>
          {t('form.tooLong', { count: MAX_RECONCILED_DAYS })}
        </p>
      ) : null}
      <TillField />
    </search>
  );
};

interface FieldProps {
  search: ReconciliationSearch;
  onChange(next: ReconciliationSearch): void;
}

/** A deleted terminal has payments, but no token to request a statement with. */
const TerminalField = ({ search, onChange }: FieldProps) => {
  const { data: terminals = [] } = useQuery(terminalsQuery);
  if (terminals.length < 2 && search.terminal === undefined) return null;
  return (
    <TerminalPicker
      hasAll
      from={terminals}
      value={search.terminal}
      onChange={(terminal) => onChange({ ...search, terminal })}
    />
  );
};
