import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { cashRegistersQuery, terminalsQuery } from '../../../api/queries.ts';
import { InvoiceSheet } from './invoice-sheet.tsx';
import classes from './print.module.css';
import { ReceiptSheet } from './receipt-sheet.tsx';

export type PrintKind = 'receipt' | 'invoice';

interface PrintJobProps {
  kind: PrintKind;
  invoice: Invoice;
  expiresAt: string | null;
  onDone(): void;
}

export interface SheetProps {
  invoice: Invoice;
  /** As the bank has them; the terminal's own name where it is no longer there. */
  merchant: string;
  edrpou: string;
  register: string | undefined;
  expiresAt: string | null;
}

/** A sheet for the printer alone: nobody sees it on the screen, and nothing else is on the paper. */
export const PrintJob = ({ kind, invoice, expiresAt, onDone }: PrintJobProps) => {
  const { data: terminals, isPending } = useQuery(terminalsQuery);
  const { data: registers = [] } = useQuery(cashRegistersQuery);
  const terminal = terminals?.find(({ id }) => id === invoice.terminal);
  const Sheet = kind === 'receipt' ? ReceiptSheet : InvoiceSheet;
  const sheet = usePrinting(kind, !isPending, onDone);
  return createPortal(
    <div className={classes.sheet} data-print-sheet={kind} ref={sheet}>
      <Sheet
        invoice={invoice}
        expiresAt={expiresAt}
        merchant={terminal?.merchant_name || invoice.terminal_name}
        edrpou={terminal?.edrpou ?? ''}
        register={registers.find(({ id }) => id === invoice.cash_register)?.name}
      />
    </div>,
    document.body,
  );
};

const PX_PER_MM = 96 / 25.4;
const PAPER_MM = 80;

/**
 * A roll is as long as what is on it, which no style sheet can say: the page is set to the height of the sheet.
 * A sheet that is adopted is no inline style, so the page's policy lets it through.
 */
const pageRule = (kind: PrintKind, sheet: HTMLElement): string => {
  if (kind === 'invoice') return '@page { size: A4; margin: 16mm 14mm 18mm 20mm; }';
  const height = Math.ceil(sheet.offsetHeight / PX_PER_MM) + 2;
  return `@page { size: ${PAPER_MM}mm ${Math.max(height, PAPER_MM)}mm; margin: 0; }`;
};

const usePrinting = (kind: PrintKind, isReady: boolean, onDone: () => void) => {
  const sheet = useRef<HTMLDivElement>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (!isReady || !sheet.current) return;
    const paper = new CSSStyleSheet();
    paper.replaceSync(pageRule(kind, sheet.current));
    document.adoptedStyleSheets.push(paper);
    document.body.dataset.printing = kind;
    const finish = (): void => done.current();
    addEventListener('afterprint', finish, { once: true });
    // Once what was just put there has been drawn.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('afterprint', finish);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== paper);
      delete document.body.dataset.printing;
    };
  }, [kind, isReady]);
  return sheet;
};
