import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encodePaper } from '../../main/printer/encode.ts';
import { PrinterError } from '../../main/printer/faults.ts';
import { sendPaper } from '../../main/printer/send.ts';
import { readEscPos, textOf } from '../helpers/escpos.ts';
import { temporaryFolder } from '../helpers/shop.ts';

let folder: ReturnType<typeof temporaryFolder>;
const closers: (() => void)[] = [];
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
  folder.remove();
});

/** A busy machine takes its time: what is not given up in a test has all of it. */
const PATIENT = { connectMs: 30_000, writeMs: 30_000, finishMs: 30_000, statusMs: 30_000, printedMs: 30_000 };
const SILENT = { ...PATIENT, statusMs: 100 };
const STUCK = { ...SILENT, writeMs: 500 };
const PAPER = encodePaper([{ kind: 'text', text: 'Їжак' }], {
  width: 80,
  codePage: { name: 'cp1125', table: 44 },
  qr: 'native',
});
const outcome = async (
  address: Parameters<typeof sendPaper>[0],
  { bytes = PAPER, limits = PATIENT }: { bytes?: Uint8Array; limits?: typeof PATIENT } = {},
) => {
  let sending = 0;
  const onSending = () => {
    sending += 1;
  };
  const failure = await sendPaper(address, bytes, { limits, onSending }).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof PrinterError)) throw error;
      return { fault: error.fault, wasSent: error.wasSent };
    },
  );
  return { failure, sending };
};

/** A server on this computer in place of the printer. */
const serve = async (onConnection: (socket: Socket) => void) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { kind: 'network', host: '127.0.0.1', port: (server.address() as AddressInfo).port } as const;
};

describe('a device on this computer', () => {
  test('gets the whole paper, and no request that it could not answer', async () => {
    const path = join(folder.path, 'lp0');
    execFileSync('mkfifo', [path]);
    const reader = spawn('cat', [path]);
    // It may have read all before the printing says that it ended.
    const closed = once(reader, 'close');
    const parts: Buffer[] = [];
    reader.stdout.on('data', (part: Buffer) => parts.push(part));
    // Opens once `cat` reads: until then the device is not there.
    let result = await outcome({ kind: 'device', path });
    while (result.failure?.fault === 'no_device') result = await outcome({ kind: 'device', path });
    expect(result).toEqual({ failure: null, sending: 1 });
    await closed;
    const printed = readEscPos(Buffer.concat(parts));
    expect([textOf(printed), printed.cuts]).toEqual([['Їжак'], 1]);
  });

  test('that stops taking data is given up', async () => {
    const path = join(folder.path, 'lp0');
    execFileSync('mkfifo', [path]);
    const reader = spawn('sh', ['-c', `exec 3<'${path}'; echo open; sleep 60`]);
    closers.push(() => reader.kill('SIGKILL'));
    const opened = once(reader.stdout, 'data');
    let result = await outcome(
      { kind: 'device', path },
      { bytes: new Uint8Array(10_000_000), limits: STUCK },
    );
    while (result.failure?.fault === 'no_device')
      result = await outcome({ kind: 'device', path }, { bytes: new Uint8Array(10_000_000), limits: STUCK });
    await opened;
    expect(result).toEqual({ failure: { fault: 'stuck', wasSent: true }, sending: 1 });
  });

  test('that is no device is left as it is', async () => {
    const path = join(folder.path, 'file');
    writeFileSync(path, 'as it was');
    expect(await outcome({ kind: 'device', path })).toEqual({
      failure: { fault: 'not_a_printer', wasSent: false },
      sending: 0,
    });
    expect(readFileSync(path, 'utf8')).toBe('as it was');
    mkdirSync(join(folder.path, 'folder'));
    expect((await outcome({ kind: 'device', path: join(folder.path, 'folder') })).sending).toBe(0);
  });

  test('that is not there', async () => {
    expect(await outcome({ kind: 'device', path: join(folder.path, 'none') })).toEqual({
      failure: { fault: 'no_device', wasSent: false },
      sending: 0,
    });
  });
});

describe('a printer in the network', () => {
  test('that does not answer at all is given up', async () => {
    // A listener with a full queue, whose next connection the system does not answer.
    const listener = spawn('python3', [
      '-c',
      "import socket,time\ns=socket.socket()\ns.bind(('127.0.0.1',0))\ns.listen(0)\nprint(s.getsockname()[1],flush=True)\ntime.sleep(60)",
    ]);
    closers.push(() => listener.kill('SIGKILL'));
    const [line] = await once(listener.stdout, 'data');
    const port = Number(String(line));
    for (let count = 0; count < 3; count += 1) {
      const socket = createConnection({ host: '127.0.0.1', port }).on('error', () => undefined);
      closers.push(() => socket.destroy());
      await Promise.race([once(socket, 'connect'), new Promise((resolve) => setTimeout(resolve, 200))]);
    }
    const limits = { ...PATIENT, connectMs: 300 };
    expect(await outcome({ kind: 'network', host: '127.0.0.1', port }, { limits })).toEqual({
      failure: { fault: 'unreachable', wasSent: false },
      sending: 0,
    });
  });

  test('that stops taking data is given up', async () => {
    const address = await serve((socket) => socket.pause());
    expect(await outcome(address, { bytes: new Uint8Array(50_000_000), limits: STUCK })).toEqual({
      failure: { fault: 'stuck', wasSent: true },
      sending: 1,
    });
  });

  test('that hangs up before it gets anything', async () => {
    const address = await serve((socket) => socket.resetAndDestroy());
    expect(await outcome(address)).toEqual({ failure: { fault: 'broken_off', wasSent: false }, sending: 0 });
  });

  test('whose status came late, and which then broke the connection off, has not said that it printed', async () => {
    const READY = Uint8Array.of(0x12);
    let requests = 0;
    const address = await serve((socket) => {
      socket.on('data', (data) => {
        if (data.length > 3) {
          socket.resetAndDestroy();
          return;
        }
        requests += 1;
        if (requests === 1) socket.write(READY);
        // The answer to the second request comes with that to the third.
        if (requests === 3) socket.write(Uint8Array.of(...READY, ...READY));
      });
    });
    const limits = { ...PATIENT, statusMs: 500 };
    expect(await outcome(address, { limits })).toEqual({
      failure: { fault: 'broken_off', wasSent: true },
      sending: 1,
    });
  });

  test('that answers with what is no status, without end, prints nevertheless', async () => {
    const received: Buffer[] = [];
    const address = await serve((socket) => {
      socket.on('data', (data) => {
        received.push(data);
        socket.write(Buffer.alloc(1_000_000, 0xff));
      });
    });
    expect(await outcome(address)).toEqual({ failure: null, sending: 1 });
    expect(textOf(readEscPos(Buffer.concat(received)))).toEqual(['Їжак']);
  });
});
