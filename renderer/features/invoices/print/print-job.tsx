import type { Invoice } from '../../../../shared/api/invoices.ts';
import { type PrintOutput, PrintSheet } from '../../../shop/tasks/print-sheet.tsx';
import { InvoiceSheet, ReceiptSheet } from './invoice-papers.tsx';
import type { PrintKind } from './paper-menu.tsx';
import { useSheet } from './use-sheet.ts';

interface PrintJobProps {
  kind: PrintKind;
  output: PrintOutput;
  invoice: Invoice;
  expiresAt: string | null;
  onDone(): void;
}

export const PrintJob = ({ kind, output, invoice, expiresAt, onDone }: PrintJobProps) => {
  const { isReady, shown } = useSheet(invoice, expiresAt);
  const Sheet = kind === 'receipt' ? ReceiptSheet : InvoiceSheet;
  return (
    <PrintSheet
      paper={kind === 'receipt' ? 'roll' : 'a4'}
      output={output}
      fileName={`kramar-${kind}-${invoice.number_display}.pdf`}
      isReady={isReady}
      onDone={onDone}
    >
      <Sheet {...shown} />
    </PrintSheet>
  );
};
