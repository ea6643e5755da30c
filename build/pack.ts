import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

/**
 * `npm run pack -- [OPTIONS of electron-builder]`. electron-builder.yml defines the package; this adds what it cannot
 * express: an update channel only if KRAMAR_UPDATE_URL is set.
 */

const url = process.env.KRAMAR_UPDATE_URL;
const channel = url ? ['-c.publish.provider=generic', `-c.publish.url=${url}`] : [];
const builder = createRequire(import.meta.url).resolve('electron-builder/cli.js');
const { status } = spawnSync(
  process.execPath,
  // Uploads nothing: CI does that, with its own credentials.
  [builder, '--publish', 'never', ...channel, ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
