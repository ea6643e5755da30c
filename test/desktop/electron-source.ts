import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { environment } from '../../main/platform/config.ts';

/**
 * Electron's own TypeScript, bundled without Electron: its native half is replaced by stubs. ELECTRON_SOURCE names a
 * folder with its sources (https://github.com/electron/electron); without it these tests are skipped.
 */

export const ELECTRON_SOURCE = environment().ELECTRON_SOURCE ?? '';
export const hasElectronSource =
  ELECTRON_SOURCE !== '' && existsSync(join(ELECTRON_SOURCE, 'lib', 'browser', 'api'));

export const ENTRY = 'electron-source-entry';

/** The modules that Electron's own loader provides. */
const loader = (folder: string, modules: Record<string, string>): Plugin => ({
  name: 'electron-loader',
  enforce: 'pre',
  resolveId: (id) => {
    // Vite passes an entry a path.
    const wanted = id.endsWith(ENTRY) ? ENTRY : id;
    if (wanted in modules) return `\0${wanted}`;
    const [, name] = /^@electron\/internal\/(.+)$/.exec(id) ?? [];
    return name === undefined ? null : join(folder, 'lib', `${name}.ts`);
  },
  load: (id) => modules[id.slice(1)] ?? null,
  // Electron's bundler mixes both kinds of modules.
  transform: (code) => code.replace(/^module\.exports = /m, 'export default '),
});

/**
 * Gives the code of one CommonJS module.
 * @param modules in the place of Electron's own by name; ENTRY is the one that is bundled
 */
export const bundleElectron = async (folder: string, modules: Record<string, string>): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [loader(folder, modules)],
    build: {
      write: false,
      minify: false,
      lib: { entry: ENTRY, formats: ['cjs'], fileName: 'bundle' },
      rolldownOptions: { external: ['stream', 'url'] },
    },
  });
  const [bundle] = Array.isArray(result) ? result : [result];
  if (!bundle || !('output' in bundle)) throw new Error("Electron's code was not bundled.");
  return bundle.output[0].code;
};
