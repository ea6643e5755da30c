import { Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PrinterState } from '../../shared/api/printing.ts';
import { printReceipt } from '../api/mutations.ts';
import { printerQuery } from '../api/queries.ts';
import { Act } from '../kit/act.tsx';
import { FailureLine, Strip } from '../kit/callout.tsx';
import { useAction } from '../kit/use-action.ts';

/** Says why receipts are not printed, on every screen; nothing while all are. */
export const PrinterNotice = () => {
  const { data } = useQuery(printerQuery);
  if (!data?.has_printer) return null;
  if (data.failed.length > 0) return <Failed state={data} />;
  return data.fault === null ? null : <Waiting fault={data.fault} count={data.waiting} />;
};

const Waiting = ({ fault, count }: { fault: NonNullable<PrinterState['fault']>; count: number }) => {
  const { t } = useTranslation('printing');
  return (
    <Strip tone="working" title={t(`fault.${fault}`)}>
      {t('waiting', { count })} {t('safe')}
    </Strip>
  );
};

const Failed = ({ state: { failed } }: { state: PrinterState }) => {
  const { t } = useTranslation('printing');
  const queries = useQueryClient();
  const { isBusy, failure, run } = useAction();
  const [last] = failed;
  const printAgain = async (): Promise<void> => {
    for (const { invoice } of failed) await printReceipt(invoice);
    await queries.invalidateQueries({ queryKey: printerQuery.queryKey });
  };
  return (
    <Strip
      tone="working"
      title={t('notPrinted', { numbers: failed.map((each) => each.number_display).join(', ') })}
    >
      {last?.fault ? t(`fault.${last.fault}`) : null} {t('safe')}
      <FailureLine failure={failure} />
      <Group mt={6}>
        <Act size="xs" loading={isBusy} onClick={() => void run(printAgain)} text={t('printAgain')} />
      </Group>
    </Strip>
  );
};
