import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const VITE = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url));

/**
 * Builds the screens that the service then serves; `npm run test:e2e` requires it, one spec run by hand need not
 * wait.
 */
export default function build(): void {
  if (process.env.KRAMAR_BUILD !== 'no' || !existsSync(`${ROOT}/dist/renderer/index.html`))
    execFileSync(process.execPath, [VITE, 'build', '--logLevel', 'warn'], { cwd: ROOT, stdio: 'inherit' });
}
