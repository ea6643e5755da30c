import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface UnfinishedLimits {
  /** Connections of one address that may be without a request. */
  unfinished: number;
  /** Milliseconds in which none is closed for that: a client with a request sends it at once. */
  unfinishedMs: number;
}

/**
 * Closes connections that send no headers when an address has too many of them, the oldest first, so that a program
 * that opens hundreds and sends nothing leaves capacity for requests. `headersTimeout` closes the few that remain.
 * @param clock milliseconds that never go back
 */
export const limitUnfinished = (
  server: Server,
  { unfinished: most, unfinishedMs }: UnfinishedLimits,
  clock = () => performance.now(),
): void => {
  /** By address, with the time at which each was opened, the oldest first. */
  const unfinished = new Map<string, Map<Socket, number>>();

  const forget = (socket: Socket, address: string): void => {
    const sockets = unfinished.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) unfinished.delete(address);
  };

  const closeOldest = (): void => {
    const before = clock() - unfinishedMs;
    for (const sockets of unfinished.values())
      for (const [socket, since] of sockets) {
        if (sockets.size <= most || since > before) break;
        sockets.delete(socket);
        socket.destroy();
      }
  };

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const sockets = unfinished.get(address) ?? new Map<Socket, number>();
    unfinished.set(address, sockets.set(socket, clock()));
    socket.once('close', () => forget(socket, address));
    closeOldest();
  });
  // The server drops this connection; the next one is accepted.
  server.on('drop', closeOldest);
  server.on('request', ({ socket }) => forget(socket, socket.remoteAddress ?? ''));
};
