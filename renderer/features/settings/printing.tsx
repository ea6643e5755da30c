import { useQuery } from '@tanstack/react-query';
import { computerQuery } from '../../api/program-queries.ts';
import { EscPosPrinter } from './escpos-printer.tsx';
import { ReceiptPrinter } from './receipt-printer.tsx';

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
