import tls from 'node:tls';

let isDone = false;

/**
 * Trusts what the system trusts, besides Node's own list of authorities: an antivirus program or a proxy that reads
 * HTTPS signs with an authority that it put into the system's list, and without it the bank cannot be reached. Once;
 * connections made before keep what they had.
 * https://nodejs.org/api/tls.html#tlssetdefaultcacertificatescerts
 */
export const trustSystemCertificates = (): void => {
  if (isDone) return;
  isDone = true;
  const system = tls.getCACertificates('system');
  if (system.length > 0) tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...system]);
};
