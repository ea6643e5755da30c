import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

/** Checks the rules of ARCHITECTURE.md: imports point one way, there are no import cycles, and functions are short. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Layer {
  /** Its folder. */
  folder: string;
  /** How many lines it has at most, in hundreds: a ceiling that only goes down. */
  hundreds: number;
  /** Folders it may import from besides itself. */
  imports: readonly string[];
  /** Packages that only this layer may import; any layer may import the rest (node:, valibot). */
  packages?: readonly string[];
}

const BELOW_SHOP = ['main/store', 'main/bank', 'main/printer', 'main/platform', 'shared'];
const BELOW_SAFEKEEPING = ['main/money', 'main/shop', ...BELOW_SHOP];
const BELOW_JOBS = ['main/safekeeping', ...BELOW_SAFEKEEPING];
const BELOW_HTTP = ['main/jobs', ...BELOW_JOBS];
const BELOW_FEATURES = ['renderer/shop', 'renderer/kit', 'renderer/api', 'renderer/lib', 'shared'];
const FEATURES = 'renderer/features';
const BELOW_START = ['main/operations', 'main/bridge', 'main/cli', 'main/http', ...BELOW_HTTP];

/** From the bottom up: a layer imports only from those that it names, types included. */
const LAYERS: readonly Layer[] = [
  { folder: 'shared', hundreds: 75, imports: [] },
  {
    folder: 'main/platform',
    hundreds: 21,
    imports: ['shared'],
    packages: ['pino', 'rotating-file-stream', '@napi-rs/keyring', '@github/keytar'],
  },
  // Another program: it shares nothing with ours but the wire.
  { folder: 'main/practice-bank', hundreds: 38, imports: [], packages: ['koa', '@koa/router', 'koa-body'] },
  { folder: 'main/bank', hundreds: 17, imports: ['main/platform', 'shared'], packages: ['ofetch'] },
  {
    folder: 'main/printer',
    hundreds: 8,
    imports: ['main/platform', 'shared'],
    packages: ['@point-of-sale/receipt-printer-encoder', 'qr'],
  },
  {
    folder: 'main/store',
    hundreds: 110,
    imports: ['main/platform', 'shared'],
    packages: ['kysely', 'better-sqlite3'],
  },
  { folder: 'main/shop', hundreds: 88, imports: BELOW_SHOP, packages: ['jose'] },
  { folder: 'main/money', hundreds: 110, imports: ['main/shop', ...BELOW_SHOP] },
  // A restored database forgets what money was in doubt, and no shop moves while a payment is open.
  { folder: 'main/safekeeping', hundreds: 24, imports: BELOW_SAFEKEEPING },
  { folder: 'main/jobs', hundreds: 15, imports: BELOW_JOBS, packages: ['node-cron'] },
  { folder: 'main/http', hundreds: 114, imports: BELOW_HTTP, packages: ['koa', '@koa/router', 'koa-body'] },
  // What the owner does outside the interface: its handlers know no surface, and the two surfaces are above it.
  { folder: 'main/operations', hundreds: 7, imports: BELOW_JOBS },
  { folder: 'main/cli', hundreds: 40, imports: ['main/operations', ...BELOW_JOBS] },
  { folder: 'main/bridge', hundreds: 9, imports: ['main/cli', 'main/operations', ...BELOW_JOBS] },
  { folder: 'main/demo', hundreds: 12, imports: ['main/practice-bank', ...BELOW_JOBS] },
  { folder: 'main/start', hundreds: 17, imports: ['main/demo', ...BELOW_START] },
  {
    folder: 'main/desktop',
    hundreds: 37,
    imports: ['main/start', ...BELOW_START],
    packages: ['electron', 'electron-updater'],
  },
  { folder: 'renderer/lib', hundreds: 13, imports: ['shared'] },
  { folder: 'renderer/i18n', hundreds: 2, imports: ['renderer/lib', 'shared'] },
  { folder: 'renderer/api', hundreds: 24, imports: ['renderer/lib', 'shared'] },
  {
    folder: 'renderer/kit',
    hundreds: 31,
    imports: ['renderer/api', 'renderer/i18n', 'renderer/lib', 'shared'],
  },
  {
    folder: 'renderer/shop',
    hundreds: 33,
    imports: ['renderer/kit', 'renderer/api', 'renderer/i18n', 'renderer/lib', 'shared'],
  },
  { folder: FEATURES, hundreds: 339, imports: BELOW_FEATURES },
  { folder: 'renderer/app', hundreds: 30, imports: [FEATURES, 'renderer/i18n', ...BELOW_FEATURES] },
];

const OWNED = new Set(LAYERS.flatMap(({ packages = [] }) => packages));
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

/** The layer of a file: main/, renderer/ and renderer/features/ have no files outside their folders. */
const layerOf = (path: string): Layer | undefined => {
  const folder = posix.dirname(path);
  if (folder === FEATURES) return undefined;
  return LAYERS.find((layer) => folder === layer.folder || folder.startsWith(`${layer.folder}/`));
};

/** `renderer/features/charge/pad.ts` → `charge`; undefined: of no feature. */
const featureOf = (path: string): string | undefined =>
  path.startsWith(`${FEATURES}/`) ? path.split('/')[2] : undefined;

const importsOf = (source: string): string[] =>
  [...source.matchAll(IMPORT)].flatMap(([, target]) => target ?? []);

const packageOf = (target: string): string =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');

/** The fault of one import of a file, or nothing. */
const problem = (path: string, layer: Layer, target: string): string | undefined => {
  if (!target.startsWith('.')) {
    const name = packageOf(target);
    return OWNED.has(name) && !layer.packages?.includes(name)
      ? `${path} imports the package ${name}`
      : undefined;
  }
  const resolved = posix.join(posix.dirname(path), target);
  if (resolved === 'package.json' || resolved.endsWith('.css')) return undefined;
  const other = layerOf(resolved);
  if (!other) return `${path} imports ${resolved}, which is in no layer`;
  const [feature, otherFeature] = [featureOf(path), featureOf(resolved)];
  if (feature !== undefined && otherFeature !== undefined && feature !== otherFeature)
    return `${path} imports ${resolved}: a feature imports no other feature`;
  const isAllowed = other === layer || layer.imports.includes(other.folder);
  return isAllowed
    ? undefined
    : `${path} imports ${resolved}: ${layer.folder} may not import ${other.folder}`;
};

const violations = (path: string, source: string): string[] => {
  const layer = layerOf(path);
  if (!layer) return [`${path} is in no layer`];
  return importsOf(source).flatMap((target) => problem(path, layer, target) ?? []);
};

type Graph = ReadonlyMap<string, readonly string[]>;

/** Which files of the project each file imports, types included. */
const graphOf = (sources: ReadonlyMap<string, string>): Graph =>
  new Map(
    [...sources].map(([path, source]) => [
      path,
      importsOf(source)
        .map((target) => posix.join(posix.dirname(path), target))
        .filter((target) => sources.has(target)),
    ]),
  );

/** The first import cycle, as the files on it; undefined: there is none. */
const circleIn = (graph: Graph): string[] | undefined => {
  const finished = new Set<string>();
  const follow = (path: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (finished.has(path)) return undefined;
    for (const target of graph.get(path) ?? []) {
      const circle = follow(target, [...way, path]);
      if (circle) return circle;
    }
    finished.add(path);
    return undefined;
  };
  for (const path of graph.keys()) {
    const circle = follow(path, []);
    if (circle) return circle;
  }
  return undefined;
};

/** By `npm run types`; not in git. */
const WRITTEN = 'main/store/db/tables.ts';

const SOURCES: ReadonlyMap<string, string> = new Map(
  globSync('{main,renderer,shared}/**/*.{ts,tsx,mjs}', { cwd: ROOT, exclude: [WRITTEN] }).map((file) => [
    file.replaceAll('\\', '/'),
    readFileSync(join(ROOT, file), 'utf8'),
  ]),
);

test('imports point one way: desktop → start → bridge → cli → operations, http → jobs → safekeeping → money → shop → store, bank, printer → platform → shared; app → features → shop → kit → api → lib → shared', () => {
  expect(SOURCES.size).toBeGreaterThan(700);
  expect([...SOURCES].flatMap(([path, source]) => violations(path, source))).toEqual([]);
});

test('no folder grows: it has at most its hundreds of lines, and no ceiling stands two hundred above', () => {
  const lines = new Map<Layer | undefined, number>();
  for (const [path, source] of SOURCES)
    lines.set(layerOf(path), (lines.get(layerOf(path)) ?? 0) + source.split('\n').length - 1);
  const wrong = LAYERS.filter((layer) => {
    const hundreds = (lines.get(layer) ?? 0) / 100;
    return hundreds > layer.hundreds || hundreds < layer.hundreds - 2;
  });
  expect(wrong.map((layer) => `${layer.folder} has ${lines.get(layer)} lines`)).toEqual([]);
});

test('no file has more than 300 lines, tests included', () => {
  const files = [...SOURCES.keys(), ...globSync('test/**/*.{ts,tsx}', { cwd: ROOT })];
  const isLong = (file: string) => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 > 300;
  expect(files.filter(isLong)).toEqual([]);
});

test('no file imports itself by way of others, types included', () => {
  expect(circleIn(graphOf(SOURCES))).toBeUndefined();
});

test.each([
  [
    'main/store/invoices/invoices.ts',
    "import { x } from '../../money/bank-state/status.ts';",
    /store may not/,
  ],
  ['main/shop/settings.ts', "import type { Context } from 'koa';", /package koa/],
  ['main/cli/x.ts', "import { createApp } from '../start/app.ts';", /cli may not import main\/start/],
  ['main/bank/client.ts', "const x = await import('../store/open.ts');", /bank may not import main\/store/],
  ['shared/money.ts', "import { x } from '../main/platform/log.ts';", /shared may not/],
  ['main/practice-bank/x.ts', "import { x } from '../../shared/money.ts';", /practice-bank may not/],
  ['renderer/lib/x.ts', "import { useX } from '../kit/x.tsx';", /lib may not import renderer\/kit/],
  ['renderer/features/x/x.tsx', "import { x } from '../../../main/platform/log.ts';", /features may not/],
  ['renderer/features/x/x.tsx', "import { y } from '../y/y.ts';", /no other feature/],
  ['main/x.ts', '', /in no layer/],
  ['renderer/new-folder/x.ts', '', /in no layer/],
  ['renderer/features/x.ts', '', /in no layer/],
])('an import against the direction is found: %s', (path, source, message) => {
  expect(violations(path, source)).toEqual([expect.stringMatching(message)]);
});

test('a circle is found, of types too', () => {
  const sources = new Map([
    ['main/a.ts', "import { b } from './b.ts';"],
    ['main/b.ts', "import type { C } from './c/c.ts';"],
    ['main/c/c.ts', "export type C = Parameters<typeof import('../a.ts').a>;"],
  ]);
  expect(circleIn(graphOf(sources))).toEqual(['main/a.ts', 'main/b.ts', 'main/c/c.ts', 'main/a.ts']);
});

test('no state hangs on a connection by a map of a module', () => {
  const isMap = /^(?:export )?const \w+ = new Weak(?:Map|Set)</m;
  const maps = [...SOURCES].filter(([path, source]) => path.startsWith('main/') && isMap.test(source));
  expect(maps.map(([path]) => path)).toEqual([]);
});

test('a helper of tests sets no hook: it is loaded once for all the files of a worker', () => {
  const helpers = globSync('test/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/*.{test,spec,windows}.{ts,tsx}', '**/setup.ts'],
  });
  const hook = /^(?:before|after)(?:Each|All)\(/m;
  expect(helpers.length).toBeGreaterThan(100);
  expect(helpers.filter((file) => hook.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});

const MAX_FUNCTION_LINES = 60;

/** Lines of code of each function of a file; empty lines and lines of comments do not count. */
const functionLines = (path: string, source: string): { place: string; lines: number }[] => {
  const found: { place: string; lines: number }[] = [];
  const { program, comments } = parseSync(path, source);
  // Comments become spaces, so that a line of comments only is empty.
  const code = comments.reduce(
    (text, { start, end }) =>
      text.slice(0, start) + text.slice(start, end).replaceAll(/\S/g, ' ') + text.slice(end),
    source,
  );
  const measure = ({ start, end }: { start: number; end: number }): void => {
    const lines = code
      .slice(start, end)
      .split('\n')
      .filter((line) => line.trim() !== '').length;
    found.push({ place: `${path}:${code.slice(0, start).split('\n').length}`, lines });
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program);
  return found;
};

test('no function of main and shared has more than 60 lines of code', () => {
  const functions = [...SOURCES]
    .filter(([path]) => /^(main|shared)\/.*\.ts$/.test(path))
    .flatMap(([path, source]) => functionLines(path, source));
  expect(functions.length).toBeGreaterThan(3000);
  expect(functions.filter(({ lines }) => lines > MAX_FUNCTION_LINES)).toEqual([]);
});

test('comments and empty lines of a function do not count as code', () => {
  const source = '// before\nconst f = () => {\n  // why\n\n  /** so\n   * long */\n  return 1;\n};\n';
  expect(functionLines('main/x.ts', source)).toEqual([{ place: 'main/x.ts:2', lines: 3 }]);
});
