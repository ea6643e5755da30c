import { Box, Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { printReceipt } from '../../api/mutations.ts';
import { putData } from '../../api/put-data.ts';
import { invoicePrintQuery, isPrinting } from '../../api/queries.ts';
import { Key } from '../../kit/key.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { useScreenKeys } from '../../shop/session/hotkeys.ts';

/** The receipt on paper: what becomes of it, and a button to print it. Nothing where no printer is set. */
export const PrintReceipt = ({ invoice }: { invoice: number }) => {
  const { t } = useTranslation('printing');
  const failureText = useFailureText();
  const queries = useQueryClient();
  const query = invoicePrintQuery(invoice);
  const { data } = useQuery(query);
  const { isBusy, failure, run } = useAction();
  const print = async (): Promise<void> => {
    const queued = await printReceipt(invoice);
    putData(queries, query.queryKey, { has_printer: true, job: queued });
  };
  if (!data?.has_printer) return null;
  const { job } = data;
  const state = job && (job.fault === null ? t(`state.${job.state}`) : t(`fault.${job.fault}`));
  return (
    <PrintButton
      text={t(job === null ? 'print' : 'printAgain')}
      isBusy={isBusy}
      isDisabled={isPrinting(job) && job?.fault === null}
      onPrint={() => void run(print)}
    >
      {failure ? failureText(failure) : state}
    </PrintButton>
  );
};

interface PrintButtonProps extends PropsWithChildren {
  text: string;
  isBusy: boolean;
  isDisabled?: boolean;
  onPrint(): void;
}

/** Prints, also by P; below it what became of it. */
export const PrintButton = ({ text, isBusy, isDisabled, onPrint, children }: PrintButtonProps) => {
  useScreenKeys([
    [
      'P',
      () => {
        if (!isBusy) onPrint();
      },
      { usePhysicalKeys: true },
    ],
  ]);
  return (
    <>
      <Button
        size="lg"
        variant="outline"
        color="white"
        loading={isBusy}
        leftSection={<IconPrinter size={22} aria-hidden />}
        rightSection={<Key name="P" />}
        disabled={isDisabled ?? false}
        onClick={onPrint}
      >
        {text}
      </Button>
      <Box component="p" flex="100%" role="status">
        {children}
      </Box>
    </>
  );
};
