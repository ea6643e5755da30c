import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { PrinterAddress } from './address.ts';
import { PrinterError } from './faults.ts';

/** A connection to a printer. Each function rejects with the operating system's error, or a PrinterError. */
export interface PrinterLink {
  /** Ends once the system has taken all of it. */
  write(bytes: Uint8Array): Promise<void>;
  /** The next byte that the printer sends; undefined: none came within `ms`, or it never sends any. */
  read(ms: number): Promise<number | undefined>;
  /** Whether the printer has not hung up. */
  isOpen(): boolean;
  /** Ends the connection in order; rejects when the printer broke it off before. */
  finish(): Promise<void>;
  /** Ends it at once. Never throws. */
  drop(): void;
}

export interface LinkLimits {
  /** Milliseconds. */
  connectMs: number;
  writeMs: number;
  /** A printer that does not hang up by itself is left after this. */
  finishMs: number;
  /** A printer that answers no status request within this time answers none. */
  statusMs: number;
  /** The longest wait for the answer that all is printed. */
  printedMs: number;
}

/** A printer that takes nothing for this long is stuck: a receipt is a few kilobytes. */
export const LINK_LIMITS: LinkLimits = {
  connectMs: 3000,
  writeMs: 10_000,
  finishMs: 1500,
  statusMs: 400,
  printedMs: 4000,
};

/** @throws the system's error, PrinterError */
export const openLink = (address: PrinterAddress, limits: LinkLimits = LINK_LIMITS): Promise<PrinterLink> =>
  address.kind === 'network' ? connect(address, limits) : openDevice(address.path, limits);

const connect = async (
  { host, port }: { host: string; port: number },
  limits: LinkLimits,
): Promise<PrinterLink> => {
  const socket = createConnection({ host, port, noDelay: true });
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => end(new PrinterError('unreachable')), limits.connectMs);
    const end = (error?: Error): void => {
      clearTimeout(limit);
      socket.off('connect', end).off('error', end);
      if (error) {
        // An error that comes after this has no other listener.
        socket.on('error', () => undefined).destroy();
        reject(error);
      } else resolve();
    };
    socket.once('connect', () => end()).once('error', end);
  });
  return networkLink(socket, limits);
};

const MOST_RECEIVED = 64;

const networkLink = (socket: Socket, { writeMs, finishMs }: LinkLimits): PrinterLink => {
  const received: number[] = [];
  let broken: Error | undefined;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const each of [...waiting]) each();
  };
  socket.on('data', (data: Buffer) => {
    // A status is one byte: what else a device may send is not kept.
    if (received.length < MOST_RECEIVED) received.push(...data.subarray(0, MOST_RECEIVED));
    wake();
  });
  socket.on('error', (error) => {
    broken = error;
  });
  socket.on('close', wake);

  /** Waits until data came or the connection ended, for `ms` at most. */
  const change = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (socket.closed) return resolve();
      const end = (): void => {
        clearTimeout(limit);
        waiting.delete(end);
        resolve();
      };
      const limit = setTimeout(end, ms);
      waiting.add(end);
    });

  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        if (broken) return reject(broken);
        const limit = setTimeout(() => reject(new PrinterError('stuck')), writeMs);
        socket.write(bytes, (error) => {
          clearTimeout(limit);
          if (error) reject(broken ?? error);
          else resolve();
        });
      }),
    read: async (ms) => {
      const until = performance.now() + ms;
      while (received.length === 0 && !socket.closed) {
        const rest = until - performance.now();
        if (rest <= 0) return undefined;
        await change(rest);
      }
      if (broken) throw broken;
      return received.shift();
    },
    isOpen: () => !socket.closed,
    finish: async () => {
      socket.end();
      const until = performance.now() + finishMs;
      while (!socket.closed && performance.now() < until) await change(until - performance.now());
      socket.destroy();
      if (broken) throw broken;
    },
    drop: () => socket.destroy(),
  };
};

/** How often a device that is busy is tried again. */
const BUSY_PAUSE_MS = 50;

/**
 * A device is written without blocking where the system can do that (not Windows): a printer that is switched off would
 * otherwise hold one of the few threads that all of the program's file work shares. What it answers is not read.
 */
const openDevice = async (path: string, { connectMs, writeMs }: LinkLimits): Promise<PrinterLink> => {
  const opening = open(path, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0));
  const file = await within(connectMs, opening, () => {
    opening.then((late) => late.close()).catch(() => undefined);
    return new PrinterError('unreachable');
  });
  const kind = await file.stat();
  if (kind.isFile() || kind.isDirectory()) {
    await file.close();
    throw new PrinterError('not_a_printer');
  }
  return {
    write: (bytes) => within(writeMs, writeAll(file, bytes, writeMs), () => new PrinterError('stuck')),
    read: async () => undefined,
    isOpen: () => true,
    finish: () => file.close(),
    drop: () => void file.close().catch(() => undefined),
  };
};

const writeAll = async (file: FileHandle, bytes: Uint8Array, writeMs: number): Promise<void> => {
  const until = performance.now() + writeMs;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += (await file.write(bytes, at)).bytesWritten;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      if (performance.now() > until) throw new PrinterError('stuck', { cause: error });
      await pause(BUSY_PAUSE_MS);
    }
  }
};

const within = <Result>(ms: number, work: Promise<Result>, over: () => Error): Promise<Result> =>
  new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(over()), ms);
    work.then(resolve, reject).finally(() => clearTimeout(limit));
  });
