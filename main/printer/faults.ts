import type { PrintFault } from '../../shared/api/printing.ts';
import type { OsFault } from '../../shared/errors.ts';
import { reasonOf } from '../platform/os-errors.ts';

/** Why a paper was not printed. */
export class PrinterError extends Error {
  override readonly name = 'PrinterError';
  readonly fault: PrintFault;
  /** Whether bytes had gone to the printer: then some of the paper, or all of it, may be printed. */
  readonly wasSent: boolean;

  constructor(fault: PrintFault, { wasSent = false, ...options }: ErrorOptions & { wasSent?: boolean } = {}) {
    super(`The printer did not print it (${fault}).`, options);
    this.fault = fault;
    this.wasSent = wasSent;
  }
}

/** Failures of a connection to a printer in the network. */
const BY_CODE: Readonly<Record<string, PrintFault>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'unreachable',
  ECONNRESET: 'broken_off',
  EPIPE: 'broken_off',
};

/** Failures of its device file: what is absent is a cable that is out. */
const BY_FAULT: Partial<Record<OsFault, PrintFault>> = {
  absent: 'no_device',
  no_right: 'no_right',
  in_use: 'in_use',
};

/** What a failure of the operating system means for the printer. */
export const printerErrorOf = (error: unknown, wasSent: boolean): PrinterError => {
  if (error instanceof PrinterError) {
    return error.wasSent === wasSent ? error : new PrinterError(error.fault, { cause: error.cause, wasSent });
  }
  const { code = '' } = error as { code?: string };
  const { fault } = reasonOf(error);
  const meaning = BY_CODE[code] ?? (fault && BY_FAULT[fault]) ?? 'failed';
  return new PrinterError(meaning, { cause: error, wasSent });
};
