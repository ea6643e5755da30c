import tls from 'node:tls';
import { Worker } from 'node:worker_threads';

/** Of the system's authorities those that Node's own list lacks. */
const READ_MISSING = `
  const tls = require('node:tls');
  const known = new Set(tls.getCACertificates('default'));
  const missing = new Set(tls.getCACertificates('system').filter((each) => !known.has(each)));
  require('node:worker_threads').parentPort.postMessage([...missing]);
`;

/**
 * Reads them in a thread: several hundred files, a stop of 280 ms (Debian, 600 certificates). A thread that fails gives
 * none, and Node's own list remains.
 * @param source of the thread, for tests
 */
export const missingAuthorities = (source = READ_MISSING): Promise<readonly string[]> =>
  new Promise((resolve) => {
    const worker = new Worker(source, { eval: true });
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', () => resolve([]));
    worker.once('exit', () => resolve([]));
  });

let trusted: Promise<void> | undefined;

/**
 * Trusts what the system trusts, besides Node's own list of authorities: an antivirus program or a proxy that reads
 * HTTPS signs with an authority that it put into the system's list, and without it the bank cannot be reached. Once;
 * connections made before keep what they had. Where the system adds nothing, Node's list is not read anew, which is a
 * stop of 100 ms.
 * https://nodejs.org/api/tls.html#tlssetdefaultcacertificatescerts
 */
export const trustSystemCertificates = (): Promise<void> => {
  const trust = async (): Promise<void> => {
    const missing = await missingAuthorities();
    if (missing.length > 0) tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...missing]);
  };
  trusted ??= trust();
  return trusted;
};
