import * as v from 'valibot';
import { text } from '../../../shared/api/fields.ts';
import { type PrinterAddress, parsePrinterAddress } from '../../printer/address.ts';
import { parseCodePage, USUAL_CODE_PAGES } from '../../printer/code-pages.ts';
import type { PaperFormat, PaperWidth } from '../../printer/encode.ts';
import { oneOfWords, yesOrNo } from '../setting-values.ts';

/** The settings of the receipt printer, as the list of settings holds them. */

const WIDTHS: Readonly<Record<string, PaperWidth>> = { '58': 58, '80': 80 };

const ADDRESS_EXPECTED =
  'Expected: the IP address of a printer in the local network, with its port where it is not 9100 (192.168.1.50 or ' +
  '192.168.1.50:9100), or its device on this computer (/dev/usb/lp0, COM3, \\\\localhost\\Receipts). Names and addresses ' +
  'outside the local network are not possible.';

export const PRINTER_SETTINGS = {
  printer_address: {
    description:
      'The receipt printer (ESC/POS): its IP address in the local network, or its device on this computer; "" is none.',
    schema: v.pipe(
      text(120),
      v.check(
        (address) => parsePrinterAddress(address) !== undefined,
        `It is no printer that Kramar may connect to. ${ADDRESS_EXPECTED}`,
      ),
    ),
  },
  printer_paper: {
    description: "Width of the receipt printer's paper in millimetres: 58 or 80.",
    fallback: () => '80',
    schema: oneOfWords(['58', '80']),
  },
  printer_code_page: {
    description:
      "The receipt printer's letters: a code page and its number in the printer, as cp866/17; the test page shows " +
      'which one is right.',
    fallback: () => USUAL_CODE_PAGES[0],
    schema: v.pipe(
      text(20),
      v.check(
        (value) => parseCodePage(value) !== undefined,
        ({ input }) =>
          `"${input}" is no code page. Expected: cp866, windows1251 or cp1125, a slash and a number up to 255, as cp866/17.`,
      ),
    ),
  },
  printer_qr: {
    description:
      'How the receipt printer gets a QR code: native, by its own command, or image, drawn by Kramar.',
    fallback: () => 'native',
    schema: oneOfWords(['native', 'image']),
  },
  printer_prints_paid: {
    description: 'Whether a receipt is printed by itself once an invoice is paid: yes or no.',
    fallback: () => 'no',
    schema: yesOrNo,
  },
  printer_opens_drawer: {
    description: 'Whether the cash drawer at the receipt printer is opened with a receipt: yes or no.',
    fallback: () => 'no',
    schema: yesOrNo,
  },
} as const;

export interface PrinterSetup {
  address: PrinterAddress;
  format: PaperFormat;
  printsPaid: boolean;
  opensDrawer: boolean;
}

/** The settings as the printing needs them; undefined: no printer is set. @param read gives a valid value */
export const printerSetup = (
  read: (name: keyof typeof PRINTER_SETTINGS) => string,
): PrinterSetup | undefined => {
  const address = parsePrinterAddress(read('printer_address'));
  const codePage = parseCodePage(read('printer_code_page'));
  const width = WIDTHS[read('printer_paper')];
  if (!address || !codePage || !width) return undefined;
  return {
    address,
    format: { width, codePage, qr: read('printer_qr') === 'image' ? 'image' : 'native' },
    printsPaid: read('printer_prints_paid') === 'yes',
    opensDrawer: read('printer_opens_drawer') === 'yes',
  };
};
