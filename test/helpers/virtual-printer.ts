import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { type Printed, readEscPos } from './escpos.ts';

/** A receipt printer on this computer that keeps what it is sent. */

/** What its status bytes report; `silent`: it answers nothing. */
type PrinterMood = 'ready' | 'silent' | 'paper_out' | 'cover_open' | 'offline' | 'printer_error';

const STATUS: Readonly<Record<Exclude<PrinterMood, 'silent'>, readonly [number, number, number]>> = {
  ready: [0x12, 0x12, 0x12],
  paper_out: [0x1a, 0x32, 0x72],
  cover_open: [0x1a, 0x16, 0x12],
  offline: [0x1a, 0x12, 0x12],
  printer_error: [0x1a, 0x52, 0x12],
};
const REQUESTS: Readonly<Record<number, 0 | 1 | 2>> = { 1: 0, 2: 1, 4: 2 };

export const startVirtualPrinter = async (port = 0) => {
  const state = {
    mood: 'ready' as PrinterMood,
    /** Runs out of paper while it prints. */
    moodWhenPrinting: undefined as PrinterMood | undefined,
    /** Breaks the connection off after so many bytes of a paper. */
    breaksAfter: undefined as number | undefined,
    /** Accepts connections and reads nothing. */
    isHeld: false,
    connections: 0,
  };
  const papers: Buffer[] = [];
  const sockets = new Set<Socket>();

  const answer = (socket: Socket, received: Buffer): void => {
    for (let at = 0; at < received.length - 2; at += 1) {
      const request = received.subarray(at, at + 3).toString('hex');
      const index = REQUESTS[received[at + 2] ?? 0];
      if (state.mood === 'silent') continue;
      if (request.startsWith('1004') && index !== undefined)
        socket.write(Uint8Array.of(STATUS[state.mood][index]));
      if (request === '1d7201' && state.mood === 'ready') socket.write(Uint8Array.of(0));
    }
  };

  const server = createServer((socket) => {
    state.connections += 1;
    sockets.add(socket);
    let paper = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (paper.length > 0) papers.push(paper);
    });
    if (state.isHeld) {
      socket.pause();
      return;
    }
    socket.on('data', (data) => {
      const isPaper = data.indexOf(Buffer.from([0x1b, 0x40])) >= 0 || paper.length > 0;
      if (isPaper) paper = Buffer.concat([paper, data]);
      if (isPaper && state.breaksAfter !== undefined) {
        paper = paper.subarray(0, state.breaksAfter);
        socket.resetAndDestroy();
        return;
      }
      if (isPaper && state.moodWhenPrinting) state.mood = state.moodWhenPrinting;
      answer(socket, data);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: actual } = server.address() as AddressInfo;

  return {
    port: actual,
    address: `127.0.0.1:${actual}`,
    state,
    /** What was sent as a paper, one connection each. */
    papers,
    printed: (): Printed[] => papers.map((paper) => readEscPos(paper)),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
export type VirtualPrinter = Awaited<ReturnType<typeof startVirtualPrinter>>;
