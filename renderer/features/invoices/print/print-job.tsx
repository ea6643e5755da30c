import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { cashRegistersQuery, systemQuery, terminalsQuery } from '../../../api/queries.ts';
import { type PrintOutput, PrintSheet } from '../../../ui/print-sheet.tsx';
import { InvoiceSheet } from './invoice-sheet.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';

export type PrintKind = 'receipt' | 'invoice';

interface PrintJobProps {
  kind: PrintKind;
  output: PrintOutput;
  invoice: Invoice;
  expiresAt: string | null;
  onDone(): void;
}

export interface SheetProps {
  invoice: Invoice;
  /** "" where the owner has set none. */
  shopName: string;
  /** As the bank has them; the terminal's own name where it is no longer there. */
  merchant: string;
  edrpou: string;
  register: string | undefined;
  expiresAt: string | null;
}

export const PrintJob = ({ kind, output, invoice, expiresAt, onDone }: PrintJobProps) => {
  const { data: terminals, isPending } = useQuery(terminalsQuery);
  const { data: system } = useQuery(systemQuery);
  const { data: registers = [] } = useQuery(cashRegistersQuery);
  const terminal = terminals?.find(({ id }) => id === invoice.terminal);
  const Sheet = kind === 'receipt' ? ReceiptSheet : InvoiceSheet;
  return (
    <PrintSheet
      paper={kind === 'receipt' ? 'roll' : 'a4'}
      output={output}
      fileName={`kramar-${kind}-${invoice.number_display}.pdf`}
      isReady={!isPending}
      onDone={onDone}
    >
      <Sheet
        invoice={invoice}
        expiresAt={expiresAt}
        shopName={system?.shop_name ?? ''}
        merchant={terminal?.merchant_name || invoice.terminal_name}
        edrpou={terminal?.edrpou ?? ''}
        register={registers.find(({ id }) => id === invoice.cash_register)?.name}
      />
    </PrintSheet>
  );
};
