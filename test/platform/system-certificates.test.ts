import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../helpers/shop.ts';

/** An HTTPS server whose authority is in the system's list only, as that of an antivirus program is. */

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const isPossible = process.platform === 'linux' && hasOpenssl;

const folder = temporaryFolder();
const path = (name: string) => join(folder.path, name);
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder.path, stdio: 'ignore' });
let server: ReturnType<typeof createServer> | undefined;

beforeAll(async () => {
  if (!isPossible) return;
  openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=Test authority'],
    ...['-keyout', 'ca.key', '-out', 'ca.pem'],
  );
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=localhost',
    '-keyout',
    'key.pem',
    '-out',
    'r.csr',
  );
  openssl(
    ...['x509', '-req', '-in', 'r.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'],
    ...['-out', 'cert.pem'],
  );
  const keys = { key: readFileSync(path('key.pem')), cert: readFileSync(path('cert.pem')) };
  const answer = JSON.stringify({ merchantId: 'm', merchantName: 'Зерно', edrpou: '12345678' });
  server = createServer(keys, (_request, response) => response.end(answer));
  await new Promise<void>((resolve) => server?.listen(0, resolve));
});
afterAll(() => {
  server?.close();
  folder.remove();
});

/** A process of its own: OpenSSL reads its lists once. */
const askBank = async (env: NodeJS.ProcessEnv): Promise<string> => {
  const address = server?.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const client = new URL('../../main/bank/client.ts', import.meta.url).href;
  const script = `
    import { createBank } from ${JSON.stringify(client)};
    const bank = createBank({ baseUrl: 'https://localhost:${port}', timeoutMs: 10000, version: '0' });
    bank.merchantDetails('token').then((found) => console.log(found.merchantName), (error) => console.log(error.code));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, ...env },
  });
  return stdout.trim();
};

test.skipIf(!isPossible)(
  'the bank is reached with an authority of the system (skipped without openssl)',
  async () => {
    expect(await askBank({})).toBe('UNREACHABLE');
    expect(await askBank({ SSL_CERT_FILE: path('ca.pem') })).toBe('Зерно');
  },
);
