import type { PrintFault } from '../../shared/api/printing.ts';
import type { PrinterAddress } from './address.ts';
import { PrinterError, printerErrorOf } from './faults.ts';
import { LINK_LIMITS, type LinkLimits, openLink, type PrinterLink } from './link.ts';

/** Sends papers to a printer, and reads what it says of itself, where it does. */

const DLE = 0x10;
const EOT = 0x04;
/** Real-time status requests, answered at once by one byte each: the printer, why it is offline, the paper. */
const PRINTER = 1;
const OFFLINE = 2;
const PAPER = 4;
/** GS r 1: answered when everything before it has been printed. */
const WHEN_PRINTED = Uint8Array.of(0x1d, 0x72, 1);

/** A status byte is 0xx1xx10 in binary; anything else is not an answer to the request. */
const isStatus = (byte: number): boolean => (byte & 0x93) === 0x12;

type Limits = Pick<LinkLimits, 'statusMs' | 'printedMs'>;

const ask = async (link: PrinterLink, what: number, { statusMs }: Limits): Promise<number | undefined> => {
  await link.write(Uint8Array.of(DLE, EOT, what));
  const answer = await link.read(statusMs);
  return answer !== undefined && isStatus(answer) ? answer : undefined;
};

const COVER_OPEN = 0x04;
const PAPER_STOPPED = 0x20;
const OFFLINE_ERROR = 0x40;
const IS_OFFLINE = 0x08;
const PAPER_END = 0x60;

/** Reads the printer's state. Undefined: it does not say; null: it is ready. */
const readFault = async (link: PrinterLink, limits: Limits): Promise<PrintFault | null | undefined> => {
  const printer = await ask(link, PRINTER, limits);
  // A silent printer stays silent: one wait is enough.
  if (printer === undefined) return undefined;
  const offline = (await ask(link, OFFLINE, limits)) ?? 0;
  const paper = (await ask(link, PAPER, limits)) ?? 0;
  if (offline & COVER_OPEN) return 'cover_open';
  if (paper & PAPER_END || offline & PAPER_STOPPED) return 'paper_out';
  if (offline & OFFLINE_ERROR) return 'printer_error';
  return printer & IS_OFFLINE ? 'offline' : null;
};

interface SendOptions {
  /** Called right before the first byte of the paper: from then on it may be printed. */
  onSending?(): void;
  limits?: LinkLimits;
}

/**
 * Prints a paper. A printer that answers no status request prints nevertheless, and counts as having printed.
 * @throws PrinterError
 */
export const sendPaper = async (
  address: PrinterAddress,
  bytes: Uint8Array,
  { onSending, limits = LINK_LIMITS }: SendOptions = {},
): Promise<void> => {
  let wasSent = false;
  let link: PrinterLink | undefined;
  try {
    link = await openLink(address, limits);
    const before = await readFault(link, limits);
    if (before) throw new PrinterError(before);
    onSending?.();
    wasSent = true;
    await link.write(bytes);
    const isConfirmed = before === null && (await confirmPrinted(link, limits));
    // Some printers end every connection with a reset.
    await link.finish().catch((error: unknown) => {
      if (!isConfirmed) throw error;
    });
  } catch (error) {
    link?.drop();
    throw printerErrorOf(error, wasSent);
  }
};

/**
 * Waits until the printer says that it has printed all; returns whether it did. @throws PrinterError for one that
 * stopped: it says why
 */
const confirmPrinted = async (link: PrinterLink, limits: Limits): Promise<boolean> => {
  await link.write(WHEN_PRINTED);
  const until = performance.now() + limits.printedMs;
  let answer = await link.read(limits.printedMs);
  // The late answer to an earlier request says nothing about the paper.
  while (answer !== undefined && isStatus(answer)) answer = await link.read(until - performance.now());
  if (answer !== undefined) return true;
  // One that has hung up in order has taken all of it.
  if (!link.isOpen()) return false;
  // It has answered before the paper: one that is busy with it is given longer.
  const fault = await readFault(link, { ...limits, statusMs: limits.printedMs });
  if (fault) throw new PrinterError(fault);
  return false;
};
