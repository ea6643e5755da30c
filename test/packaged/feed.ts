import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';

/** Serves the packages of a folder as an update feed, on this machine only. */
export const serveFeed = async (folder: string): Promise<{ url: string; close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(folder, basename(decodeURIComponent(pathname)));
    if (!existsSync(file) || file === folder) return void response.writeHead(404).end();
    response.writeHead(200);
    createReadStream(file).pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The feed has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
