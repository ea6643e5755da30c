import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

/**
 * `npm run pack -- [OPTIONS of electron-builder]`. What is in the package says electron-builder.yml; here is only what
 * it cannot say: that there is an update channel where KRAMAR_UPDATE_URL is given, and none where it is not.
 */

const url = process.env.KRAMAR_UPDATE_URL;
const channel = url ? ['-c.publish.provider=generic', `-c.publish.url=${url}`] : [];
const builder = createRequire(import.meta.url).resolve('electron-builder/cli.js');
const { status } = spawnSync(
  process.execPath,
  // Nothing is uploaded from here: that is CI's, with what it has been trusted with.
  [builder, '--publish', 'never', ...channel, ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
