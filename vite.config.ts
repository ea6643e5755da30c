import './main/start/node-version.mjs';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { EnvironmentOptions } from 'vite';
import { defineConfig } from 'vitest/config';
import { lightStart } from './build/light-start.ts';
import { requireNative } from './build/native.ts';
import { buildWholeProgram } from './build/whole-program.ts';
import { CHROMIUM } from './test/helpers/chromium.ts';
import { slowAndSkipped } from './test/reporter.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** These and Electron itself stay outside: everything else becomes part of the bundle. */
const NATIVE = ['better-sqlite3', '@napi-rs/keyring', '@github/keytar'];

/** What runs in Node 24, here and inside Electron 45. Readable: a stack in the log is to mean something. */
const forNode = (
  entries: Record<string, string>,
  output: { dir: string; format: 'es' | 'cjs'; name: string; chunks?: string },
): EnvironmentOptions => ({
  consumer: 'server',
  resolve: { noExternal: true, external: ['electron'] },
  build: {
    outDir: path(output.dir),
    // build/whole-program.ts does it.
    emptyOutDir: false,
    target: 'node24',
    minify: false,
    sourcemap: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path(file)])),
      external: ['electron'],
      // Koa's depd names what is deprecated by it; there is nothing of ours in the text that it evaluates.
      checks: { eval: false },
      output: {
        format: output.format,
        entryFileNames: output.name,
        // Flat: each file finds its neighbours (main/platform/places-on-disk.ts) wherever its code ended up.
        ...(output.chunks && { chunkFileNames: output.chunks }),
        codeSplitting: output.chunks !== undefined,
      },
    },
  },
});

/** `texts-uk-today-….js`: a language's texts of one place; other chunks have the names of their modules. */
const chunkName = ({ facadeModuleId }: { facadeModuleId?: string | null }): string => {
  const [, language, namespace] = /\/locales\/(\w+)\/([\w-]+)\.json/.exec(facadeModuleId ?? '') ?? [];
  return namespace === undefined
    ? 'assets/[name]-[hash].js'
    : `assets/texts-${language}-${namespace}-[hash].js`;
};

/** The sign-in is one file. Everything else keeps to what its screen imports: merged, each would load others' parts. */
const CHUNKS = { groups: [{ name: 'first', tags: ['$initial' as const] }] };

const ENTRIES = {
  index: 'main/desktop/index.ts',
  headless: 'main/start/headless.ts',
  cli: 'main/start/cli.ts',
};

// .mjs: in an archive a package.json may not be seen (https://github.com/electron/electron/issues/46090), and beside it,
// where the code of threads lies, there is none.
const forTheProgram = (): Record<string, EnvironmentOptions> => ({
  client: { build: { rolldownOptions: { output: { chunkFileNames: chunkName, codeSplitting: CHUNKS } } } },
  main: forNode(ENTRIES, { dir: 'dist/main', format: 'es', name: '[name].mjs', chunks: '[name]-[hash].mjs' }),
  // Apart from the program's chunks, since all of it lies outside the archive. In one file a thread took 40 ms longer to start.
  worker: forNode(
    { worker: 'main/start/worker.ts' },
    { dir: 'dist/main', format: 'es', name: '[name].mjs', chunks: 'worker-[name]-[hash].mjs' },
  ),
  // A sandboxed preload cannot be a module: https://www.electronjs.org/docs/latest/tutorial/esm#preload-scripts
  preload: forNode(
    { preload: 'main/desktop/preload.ts' },
    { dir: 'dist/preload', format: 'cjs', name: '[name].cjs' },
  ),
});

const TESTS = 'test/**/*.test.ts';
/** They have runners of their own. */
const OTHER_TESTS = ['test/keychain/**', 'test/e2e/**'];
/** Programs of others: `npm run test:clients`, a tenth of the time of all. */
const CLIENTS = 'test/clients/**/*.test.ts';
/** A module put in another's place would be met by the files that come after; test/setup.ts takes back all else. */
const REPLACES_MODULES = /\bvi\.(mock|doMock|resetModules)\b/;

/** Bundled before the first test: a package that is met later reloads the page in the middle of one. */
const SCREEN_PACKAGES = [
  '@mantine/core',
  '@mantine/dates',
  '@mantine/hooks',
  '@mantine/notifications',
  '@mantine/spotlight',
  '@tabler/icons-react',
  '@tanstack/react-query',
  '@tanstack/react-router',
  'axe-core',
  'dayjs',
  'dayjs/locale/uk',
  'i18next',
  'qrcode.react',
  'react',
  'react-dom',
  'react-dom/client',
  'react-i18next',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'valibot',
];

/** One component each, in a real browser: what a key, a width or a focus does is not simulated. */
const screens = (executablePath: string) => ({
  extends: true as const,
  optimizeDeps: { include: SCREEN_PACKAGES, noDiscovery: true },
  test: {
    name: 'screens',
    // Few pages for all files: to load the program into another takes longer than most files' tests. One waits for keys at
    // a person's pace most of the time: 128 s; two take 69 s, four 65 s.
    isolate: false,
    maxWorkers: 2,
    // After the others, which keep both processors busy.
    sequence: { groupOrder: 1 },
    testTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      // As Playwright's: a text may be part of another.
      locators: { exact: false },
      // As in test/e2e/playwright.config.ts.
      provider: playwright({
        launchOptions: { executablePath, args: ['--disable-gpu', '--js-flags=--no-turbofan --no-maglev'] },
        contextOptions: { locale: 'uk-UA', timezoneId: 'America/New_York', reducedMotion: 'reduce' },
      }),
      viewport: { width: 1280, height: 800 },
      instances: [
        {
          browser: 'chromium' as const,
          name: 'screens',
          include: ['test/screens/**/*.test.tsx'],
          exclude: ['test/screens/window/**'],
          setupFiles: [path('test/screens/setup.ts')],
        },
        // The page learns as it loads whether it is the program's own window.
        {
          browser: 'chromium' as const,
          name: 'screens in the window',
          include: ['test/screens/window/**/*.test.tsx'],
          setupFiles: [path('test/screens/window/setup.ts'), path('test/screens/setup.ts')],
        },
      ],
    },
  },
});

/** To load the program takes longer than most files' tests: those that leave it as it is share what a worker loaded. */
const testProjects = () => {
  const files = readdirSync(path('test'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.test.ts'),
  );
  const alone = files
    .filter((file) => REPLACES_MODULES.test(readFileSync(path(`test/${file}`), 'utf8')))
    .map((file) => `test/${file.replaceAll('\\', '/')}`);
  const inNode = { setupFiles: ['test/setup.ts'] };
  const shared = { include: [TESTS], exclude: [...OTHER_TESTS, CLIENTS, ...alone] };
  return [
    { extends: true as const, test: { name: 'shared', isolate: false, ...inNode, ...shared } },
    { extends: true as const, test: { name: 'alone', ...inNode, include: alone, exclude: OTHER_TESTS } },
    { extends: true as const, test: { name: 'clients', ...inNode, include: [CLIENTS] } },
    ...(CHROMIUM === undefined ? [] : [screens(CHROMIUM)]),
  ];
};

export default defineConfig(({ command }) => ({
  root: path('renderer'),
  plugins: [react(), ...(command === 'build' ? [requireNative(NATIVE), lightStart()] : [])],
  // The server puts a fresh one into each page it sends (main/http/screens.ts).
  html: { cspNonce: '{{nonce}}' },
  build: {
    outDir: path('dist/renderer'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // One sheet: those of parts would be asked for once only, by Vite's own loader, and missed while the service restarts.
    cssCodeSplit: false,
    // They come from this computer: Vite's advice about slow networks would only worry who starts the program.
    chunkSizeWarningLimit: 5000,
  },
  // Vitest reads this file too, and would bundle what it should load: only a build has them.
  ...(command === 'build' && { environments: forTheProgram(), builder: { buildApp: buildWholeProgram } }),
  test: {
    root: path('.'),
    ...(command !== 'build' && { projects: testProjects() }),
    reporters: ['minimal', slowAndSkipped()],
    globalSetup: ['test/global-setup.ts'],
    // Whoever waits in vain is found, be the machine as slow as it may; nothing here is about how fast it is.
    // At a load of 20 on two cores the longest takes four minutes, quiet a twentieth of that.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // Each file boots its own app and bank, and waits for processes and clocks: three workers keep two cores busy 73 % of
    // the time (692 s of CPU in 472 s); many more only make the time limits flaky.
    maxWorkers: 4,
    // As the browser tests do: a busy machine loses a race now and then, which is told as retried; a fault fails twice.
    retry: process.env.CI === 'true' ? 1 : 0,
    coverage: { include: ['main/**/*.ts', 'shared/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
}));
