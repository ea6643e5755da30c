import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { ask } from '../../../api/bridge.ts';
import { printPage } from '../../../api/paper.ts';
import { cashRegistersQuery, systemQuery, terminalsQuery } from '../../../api/queries.ts';
import { useTell } from '../../../ui/use-tell.ts';
import { InvoiceSheet } from './invoice-sheet.tsx';
import classes from './print.module.css';
import { ReceiptSheet } from './receipt-sheet.tsx';

export type PrintKind = 'receipt' | 'invoice';
/** pdf: on the desktop alone, where the program can write one. */
export type PrintOutput = 'paper' | 'pdf';

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

/** A sheet for the printer alone: nobody sees it on the screen, and nothing else is on the paper. */
export const PrintJob = ({ kind, output, invoice, expiresAt, onDone }: PrintJobProps) => {
  const { data: terminals, isPending } = useQuery(terminalsQuery);
  const { data: system } = useQuery(systemQuery);
  const { data: registers = [] } = useQuery(cashRegistersQuery);
  const terminal = terminals?.find(({ id }) => id === invoice.terminal);
  const Sheet = kind === 'receipt' ? ReceiptSheet : InvoiceSheet;
  const put = usePut(output, `kramar-${kind}-${invoice.number_display}.pdf`);
  const sheet = usePrinting(kind, !isPending, () => void put().finally(onDone));
  return createPortal(
    <div className={classes.sheet} data-print-sheet={kind} ref={sheet}>
      <Sheet
        invoice={invoice}
        expiresAt={expiresAt}
        shopName={system?.shop_name ?? ''}
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

/** Puts what the print styles leave on paper or into a file, and tells what came of it where the program does. */
const usePut = (output: PrintOutput, name: string) => {
  const { t } = useTranslation('invoices');
  const tell = useTell();
  return async (): Promise<void> => {
    try {
      if (output === 'paper') return await printPage();
      const { path } = await ask('page.pdf', { name });
      if (path !== null) tell.done(t('actions.saved', { name: path }));
    } catch (error) {
      tell.failed(error);
    }
  };
};

/** @param put once the sheet stands and has been drawn */
const usePrinting = (kind: PrintKind, isReady: boolean, put: () => void) => {
  const sheet = useRef<HTMLDivElement>(null);
  const latest = useRef(put);
  useEffect(() => {
    latest.current = put;
  });
  useEffect(() => {
    if (!isReady || !sheet.current) return;
    const paper = new CSSStyleSheet();
    paper.replaceSync(pageRule(kind, sheet.current));
    document.adoptedStyleSheets.push(paper);
    document.body.dataset.printing = kind;
    // Once what was just put there has been drawn.
    const frame = requestAnimationFrame(() => latest.current());
    return () => {
      cancelAnimationFrame(frame);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== paper);
      delete document.body.dataset.printing;
    };
  }, [kind, isReady]);
  return sheet;
};
