import type { PrintFault } from '../../shared/api/printing.ts';

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

const BY_CODE: Readonly<Record<string, PrintFault>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'unreachable',
  ENOENT: 'no_device',
  ENXIO: 'no_device',
  ENODEV: 'no_device',
  EACCES: 'no_right',
  EPERM: 'no_right',
  EBUSY: 'in_use',
  ECONNRESET: 'broken_off',
  EPIPE: 'broken_off',
};

/** What a failure of the operating system means for the printer. */
export const printerErrorOf = (error: unknown, wasSent: boolean): PrinterError => {
  if (error instanceof PrinterError) {
    return error.wasSent === wasSent ? error : new PrinterError(error.fault, { cause: error.cause, wasSent });
  }
  const { code = '' } = error as { code?: string };
  return new PrinterError(BY_CODE[code] ?? 'failed', { cause: error, wasSent });
};
