import { execFileSync, spawnSync } from 'node:child_process';

/** Whether another program can read a picture of a QR. In CI it must be there: without it, the reading fails. */
export const hasQrReader = (): boolean =>
  process.env.CI === 'true' || spawnSync('zbarimg', ['--version']).status === 0;
export const WITHOUT_QR_READER = 'skipped without zbarimg (apt-get install zbar-tools)';

/**
 * @param picture a file of a format that ImageMagick knows, as PNG and PGM
 * @throws when there is no QR in it
 */
export const readQr = (picture: Buffer): string =>
  execFileSync('zbarimg', ['--quiet', '--raw', '-'], { input: picture, stdio: ['pipe', 'pipe', 'ignore'] })
    .toString()
    .trim();
