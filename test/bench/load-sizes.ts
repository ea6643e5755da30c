import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * The files that a browser loads before the built screens can be used: JavaScript in gzip, texts of one language
 * included.
 */

/** Kilobytes, of 1000 bytes each. Today: without the charts. */
export const BUDGETS = { signIn: 145, today: 280, charts: 40 } as const;

/** The files of texts: tests in test/renderer/i18n compare these lists with what the app loads. */
export const TEXTS = { signIn: ['common', 'failures'], today: ['refusals', 'today'] };
const LANGUAGES = ['uk', 'en'];

/** The static imports of a chunk: an `import()` has a bracket. */
const IMPORTED = /(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g;

export interface BuiltScreens {
  /** The files of assets/, by name. */
  read(file: string): string;
  files: readonly string[];
  /** The files that index.html requests at once. */
  first: readonly string[];
}

/** @param folder dist/renderer */
export const openScreens = (folder: string): BuiltScreens => {
  const assets = join(folder, 'assets');
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  return {
    read: (file) => readFileSync(join(assets, file), 'utf8'),
    files: readdirSync(assets),
    first: [...page.matchAll(/"\/assets\/([^"]+\.js)"/g)].map(([, file = '']) => file),
  };
};

/** @param name a chunk's, without its hash */
const fileOf = ({ files }: BuiltScreens, name: string): string => {
  const found = files.filter((file) => file.endsWith('.js') && file.slice(0, -12) === name);
  if (found.length !== 1 || found[0] === undefined)
    throw new Error(`${found.length} chunks are called ${name}.`);
  return found[0];
};

const withImports = (screens: BuiltScreens, roots: readonly string[]): Set<string> => {
  const all = new Set(roots);
  // A loop over a set also visits what is added to it meanwhile.
  for (const file of all)
    for (const [, imported = ''] of screens.read(file).matchAll(IMPORTED)) all.add(imported);
  return all;
};

const weigh = (screens: BuiltScreens, files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(screens.read(file), { level: 9 }).length, 0) / 1000;

/** In kilobytes, by the language that weighs more. */
export const loadSizes = (screens: BuiltScreens): Record<keyof typeof BUDGETS, number> => {
  const chart = fileOf(screens, 'takings-chart');
  const heaviestTexts = (names: readonly string[]): number =>
    Math.max(
      ...LANGUAGES.map((language) =>
        weigh(
          screens,
          names.map((name) => fileOf(screens, `texts-${language}-${name}`)),
        ),
      ),
    );
  const signIn = withImports(screens, screens.first);
  const today = withImports(screens, [
    ...screens.first,
    ...['signed-in-app', 'today-with-actions'].map((name) => fileOf(screens, name)),
  ]);
  const charts = [...withImports(screens, [chart])].filter((file) => file === chart || !today.has(file));
  return {
    signIn: weigh(screens, [...signIn]) + heaviestTexts(TEXTS.signIn),
    today:
      weigh(
        screens,
        [...today].filter((file) => file !== chart),
      ) + heaviestTexts([...TEXTS.signIn, ...TEXTS.today]),
    charts: weigh(screens, charts),
  };
};
