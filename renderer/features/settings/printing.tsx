import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Computer } from '../../../shared/bridge/computer.ts';
import { failureOf } from '../../api/failure.ts';
import { computerQuery, printersQuery } from '../../api/program-queries.ts';
import { FailureLine } from '../../kit/callout.tsx';
import { Panel, PanelRow } from '../../kit/panel.tsx';
import { EscPosPrinter } from './escpos-printer.tsx';
import { useComputerChange } from './use-computer-change.ts';

/** The receipt printer, by its address or as a printer of this computer. */
export const Printing = () => {
  const { data: computer } = useQuery(computerQuery);
  return (
    <>
      <EscPosPrinter />
      {computer ? <ReceiptPrinter computer={computer} /> : null}
    </>
  );
};

const WIDTHS = [58, 80] as const;

/** The printer of receipts, which prints without a dialog, and the width of its paper. */
const ReceiptPrinter = ({ computer }: { computer: Computer }) => {
  const { t } = useTranslation('settings');
  const { data: printers = [], error } = useQuery(printersQuery);
  const { isBusy, failure, change } = useComputerChange();
  const { receipt_printer: chosen, receipt_width: width } = computer;
  // One that is switched off or gone stays chosen.
  const isMissing = chosen !== '' && !printers.some(({ name }) => name === chosen);
  const known = isMissing ? [...printers, { name: chosen, label: chosen }] : printers;
  return (
    <Panel title={t('receipts.title')} text={t('receipts.text')}>
      <PanelRow
        label={t('receipts.printer')}
        text={
          <>
            {t('receipts.printerText')}
            <FailureLine failure={error ? failureOf(error) : failure} />
          </>
        }
      >
        <Select
          size="xs"
          aria-label={t('receipts.printer')}
          value={chosen}
          allowDeselect={false}
          disabled={isBusy}
          data={[
            { value: '', label: t('receipts.dialog') },
            ...known.map(({ name, label }) => ({ value: name, label })),
          ]}
          onChange={(value) => change({ receipt_printer: value ?? '' })}
        />
      </PanelRow>
      <PanelRow label={t('receipts.width')} text={t('receipts.widthText')}>
        <SegmentedControl
          size="xs"
          aria-label={t('receipts.width')}
          value={String(width)}
          disabled={isBusy}
          data={WIDTHS.map((each) => ({ value: String(each), label: t('receipts.mm', { width: each }) }))}
          onChange={(value) => change({ receipt_width: value === '58' ? 58 : 80 })}
        />
      </PanelRow>
    </Panel>
  );
};
