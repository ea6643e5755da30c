import type { WebContents, WebContentsPrintOptions } from 'electron';
import type { CallInput } from '../../shared/bridge/bridge.ts';
import type { Printer } from '../../shared/bridge/computer.ts';
import { OwnerError } from '../platform/owner-error.ts';
import type { Preferences } from './preferences.ts';

const MICRONS_PER_MM = 1_000;

/** Paper, for a roll as long as its content; Electron counts in micrometres. */
const receiptOptions = (
  deviceName: string,
  { receipt_width }: Pick<Preferences, 'receipt_width'>,
  height: number,
): WebContentsPrintOptions => ({
  silent: true,
  deviceName,
  printBackground: true,
  color: false,
  margins: { marginType: 'none' },
  pageSize: { width: receipt_width * MICRONS_PER_MM, height: Math.ceil(height * MICRONS_PER_MM) },
});

/**
 * Prints the page: a receipt on the printer chosen for receipts without a dialog, anything else by the system's dialog.
 * @throws OwnerError NOT_PRINTED
 */
export const printPage = (
  contents: WebContents,
  preferences: Pick<Preferences, 'receipt_printer' | 'receipt_width'>,
  { receipt_height }: CallInput<'page.print'>,
): Promise<void> => {
  const printer = receipt_height === undefined ? null : preferences.receipt_printer;
  const options =
    printer === null || receipt_height === undefined
      ? {}
      : receiptOptions(printer, preferences, receipt_height);
  return new Promise((resolve, reject) => {
    contents.print(options, (success, why) =>
      // The user closed the system's dialog.
      success || (printer === null && /cancel/i.test(why)) ? resolve() : reject(notPrinted(why, printer)),
    );
  });
};

/** The system's printers, by their own names. */
export const listPrinters = async (contents: WebContents): Promise<Printer[]> =>
  (await contents.getPrintersAsync()).map(({ name, displayName }) => ({ name, label: displayName || name }));

const notPrinted = (why: string, printer: string | null): OwnerError =>
  new OwnerError(
    'NOT_PRINTED',
    `The ${printer === null ? 'system' : `printer ${printer}`} could not print it (${why}). Nothing was changed. Check the printer, or save it as a PDF.`,
  );
