import { callProgram, isDesktop } from '../../api/bridge.ts';
import { useToast } from '../../kit/use-toast.ts';

/**
 * Prints the page with its print styles; resolves when the dialog closes. A receipt goes to the printer chosen for
 * receipts, if there is one, without a dialog.
 * @param receiptHeight millimetres of a receipt's content
 * @throws ApiError
 */
export const printPage = async (receiptHeight?: number): Promise<void> => {
  if (isDesktop) {
    await callProgram('page.print', receiptHeight === undefined ? {} : { receipt_height: receiptHeight });
    return;
  }
  await new Promise<void>((resolve) => {
    addEventListener('afterprint', () => resolve(), { once: true });
    // A browser may block the page while the dialog is open, and has fired the event by then.
    print();
  });
};

/** Prints the page with its print styles; shows a toast on failure. */
export const usePrintPage = (): (() => void) => {
  const toast = useToast();
  return () => void printPage().catch(toast.error);
};
