import { useQuery } from '@tanstack/react-query';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { shownIban } from '../../../../shared/iban.ts';
import { cashRegistersQuery, invoiceHoldQuery, systemQuery, terminalsQuery } from '../../../api/queries.ts';
import { takenOf } from '../../../lib/invoices.ts';
import type { Seller } from './paper.tsx';

export interface SheetProps extends Seller {
  invoice: Invoice;
  /** What was taken, minor units: of a hold, the captured part. */
  taken: number;
  /** In groups of four; "" where the owner has set none. */
  iban: string;
  register: string | undefined;
  expiresAt: string | null;
}

/** The data of the printed sheets. A sheet waits for the terminals, whose merchant it names, and for the shop's texts. */
export const useSheet = (
  invoice: Invoice,
  expiresAt: string | null,
): { isReady: boolean; shown: SheetProps } => {
  const { data: terminals, isPending } = useQuery(terminalsQuery);
  const { data: system, isPending: isSystemPending } = useQuery(systemQuery);
  const { data: hold, isPending: isHoldPending } = useQuery(invoiceHoldQuery(invoice.id));
  const { data: registers = [] } = useQuery(cashRegistersQuery);
  const terminal = terminals?.find(({ id }) => id === invoice.terminal);
  return {
    isReady: !isPending && !isSystemPending && !isHoldPending,
    shown: {
      invoice,
      taken: takenOf(invoice, hold),
      expiresAt,
      shopName: system?.shop_name ?? '',
      merchant: terminal?.merchant_name || invoice.terminal_name,
      taxNumber: terminal?.edrpou ?? '',
      iban: shownIban(system?.seller_iban ?? ''),
      returnText: system?.return_text ?? '',
      register: registers.find(({ id }) => id === invoice.cash_register)?.name,
    },
  };
};
