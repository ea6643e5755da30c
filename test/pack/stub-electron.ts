import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { type Arch, elf, machO, pe } from './stub-binaries.ts';

/**
 * In the place of Electron's program, which is not available everywhere: the files that electron-builder looks for,
 * and no more, in a zip of the name that it expects.
 */
export const stubElectron = (folder: string, version: string, target: string): void => {
  const [platform = '', arch] = target.split('-');
  const files = layouts[platform]?.(arch === 'arm64' ? 'arm64' : 'x64') ?? {};
  const common = { version, LICENSE: 'of Electron', 'LICENSES.chromium.html': 'of Chromium' };
  const entries = Object.entries<string | Buffer>({ ...common, ...files }).map(([name, content]) => [
    name,
    // Unix, and a file that may be run.
    [Buffer.from(content), { os: 3, attrs: 0o100755 << 16 }],
  ]);
  writeFileSync(join(folder, `electron-v${version}-${target}.zip`), zipSync(Object.fromEntries(entries)));
};

/** Electron has 55 of them; electron-builder removes those that electronLanguages does not name. */
const LANGUAGES = ['en-US', 'uk', 'de'];
const locales = Object.fromEntries(LANGUAGES.map((name) => [`locales/${name}.pak`, 'x']));

const layouts: Record<string, (arch: Arch) => Record<string, string | Buffer>> = {
  linux: (arch) => ({ ...locales, electron: elf(arch), 'chrome-sandbox': '', chrome_crashpad_handler: '' }),
  win32: (arch) => ({ ...locales, 'electron.exe': pe(arch) }),
  darwin: (arch) => ({
    ...app('Electron.app', 'Electron', arch),
    'Electron.app/Contents/Resources/electron.icns': '',
    ...lproj('Electron.app/Contents/Resources'),
    ...lproj(`${FRAMEWORK}/Versions/A/Resources`),
    [`${FRAMEWORK}/Electron Framework`]: machO(arch),
    ...Object.assign({}, ...HELPERS.map((name) => app(`${FRAMEWORKS}/${name}.app`, name, arch))),
  }),
};

const FRAMEWORKS = 'Electron.app/Contents/Frameworks';
const FRAMEWORK = `${FRAMEWORKS}/Electron Framework.framework`;
const HELPERS = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].map((name) => `Electron Helper${name}`);

const lproj = (folder: string): Record<string, string> =>
  Object.fromEntries(['en', 'uk', 'de'].map((name) => [`${folder}/${name}.lproj/locale.pak`, 'x']));

const app = (folder: string, name: string, arch: Arch): Record<string, string | Buffer> => ({
  [`${folder}/Contents/MacOS/${name}`]: machO(arch),
  [`${folder}/Contents/Info.plist`]: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>${name}</string>
<key>CFBundleIconFile</key><string>electron.icns</string>
<key>CFBundlePackageType</key><string>APPL</string>
</dict></plist>
`,
});
