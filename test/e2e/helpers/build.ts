import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Builds the screens that the service then serves; `npm run test:e2e` requires it, one spec run by hand need not
 * wait.
 */
export default function build(): void {
  if (process.env.KRAMAR_BUILD !== 'no' || !existsSync(`${ROOT}/dist/renderer/index.html`))
    execFileSync('npx', ['vite', 'build', '--logLevel', 'warn'], { cwd: ROOT, stdio: 'inherit' });
}
