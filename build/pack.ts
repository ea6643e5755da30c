import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { prepareNative } from './native-packages.ts';
import { isSigned, targetsOf, updateChannel, windowsSigner } from './pack-options.ts';

/**
 * `npm run pack -- [OPTIONS of electron-builder]`. electron-builder.yml defines the package; this adds what it cannot
 * express: an update channel only if KRAMAR_UPDATE_URL is set, the native packages of other processors, and a name that
 * says so where nothing is signed.
 */

const args = process.argv.slice(2);
const targets = targetsOf(args);
for (const target of targets) prepareNative(target);
const builder = createRequire(import.meta.url).resolve('electron-builder/cli.js');
const unsigned = targets.some((target) => !target.startsWith('linux')) && !isSigned(targets, process.env);
// biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder puts the values in
const unsignedName = '${productName}-${version}-${os}-${arch}-unsigned.${ext}';
const { status } = spawnSync(
  process.execPath,
  [
    builder,
    // Uploads nothing: .github/workflows/release.yml does that, with its own credentials.
    ...['--publish', 'never'],
    ...updateChannel(process.env.KRAMAR_UPDATE_URL),
    ...windowsSigner(process.env),
    ...(unsigned ? [`-c.artifactName=${unsignedName}`] : []),
    ...args,
  ],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
