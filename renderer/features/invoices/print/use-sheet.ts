import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { cashRegistersQuery, systemQuery, terminalsQuery } from '../../../data/queries.ts';

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

/** What an invoice's sheets show. The sheet waits for the terminals, whose merchant every sheet names. */
export const useSheet = (
  invoice: Invoice,
  expiresAt: string | null,
): { isReady: boolean; shown: SheetProps } => {
  const { data: terminals, isPending } = useQuery(terminalsQuery);
  const { data: system } = useQuery(systemQuery);
  const { data: registers = [] } = useQuery(cashRegistersQuery);
  const terminal = terminals?.find(({ id }) => id === invoice.terminal);
  return {
    isReady: !isPending,
    shown: {
      invoice,
      expiresAt,
      shopName: system?.shop_name ?? '',
      merchant: terminal?.merchant_name || invoice.terminal_name,
      edrpou: terminal?.edrpou ?? '',
      register: registers.find(({ id }) => id === invoice.cash_register)?.name,
    },
  };
};
