import { Box, Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FailureText } from '../../kit/failure-text.tsx';
import { usePermission } from '../../shop/session/account.ts';
import classes from './reconciliation.module.css';
import { useReconciliation } from './reconciliation-store.ts';
import { useDifferenceText } from './use-difference-text.ts';
import type { Line } from './view.ts';
import { useSteps } from './work.ts';

/** The difference in words, and its next step. */
export const NextStep = ({ line }: { line: Line }) => {
  const { t } = useTranslation('reconciliation');
  const differenceText = useDifferenceText();
  const state = useReconciliation().rows.get(line.key);
  return (
    <div className={classes.step}>
      <Box miw={0} lh={1.4}>
        {line.isSettled ? (
          <span className={classes.settled} data-tone="paid" role="status">
            <IconCheck size={16} stroke={2} aria-hidden /> {t('row.settled')}
          </span>
        ) : (
          differenceText(line.row)
        )}
        {typeof state === 'object' ? (
          <p role="alert" className={classes.fault}>
            <FailureText failure={state} />
          </p>
        ) : null}
      </Box>
      {line.isSettled ? null : <StepButton line={line} isBusy={state === 'busy'} />}
    </div>
  );
};

const StepButton = ({ line, isBusy }: { line: Line; isBusy: boolean }) => {
  const { t } = useTranslation('reconciliation');
  const { takeOne } = useSteps();
  const canAdopt = usePermission('can_manage_terminals');
  const { row } = line;
  const step = row.next;
  if (step === null || (step === 'adopt' && !canAdopt)) return null;
  const name = row.reference || row.here?.number_display || row.invoice_id;
  if (step === 'look') return <Look line={line} name={name} />;
  return (
    <Button
      size="compact-sm"
      variant={step === 'adopt' ? 'filled' : 'default'}
      loading={isBusy}
      aria-label={t(`row.${step}Of`, { name })}
      onClick={() => void takeOne(step, line)}
    >
      {t(`row.${step}`)}
    </Button>
  );
};

/** Links to the invoice; without one, to the list searched by the same name. */
const Look = ({ line: { row }, name }: { line: Line; name: string }) => {
  const { t } = useTranslation('reconciliation');
  const label = t('row.lookOf', { name });
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={label}
      renderRoot={(root) =>
        row.here && row.difference !== 'paid_twice' ? (
          <Link {...root} to="/invoices/$invoiceId" params={{ invoiceId: String(row.here.invoice) }} />
        ) : (
          <Link {...root} to="/invoices" search={{ search: name }} />
        )
      }
    >
      {t('row.look')}
    </Button>
  );
};
