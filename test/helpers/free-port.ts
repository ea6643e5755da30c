import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port for a service that others must find, or that comes back to it. Below those that systems assign to connections
 * (Linux: from 32768), so that none of them takes it before the service does.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(20_000, 32_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  await new Promise((resolve) => server.close(resolve));
  return isFree ? port : freePort();
};
