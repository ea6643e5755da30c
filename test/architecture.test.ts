import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Layer {
  name: string;
  /** Which files of main/ and shared/ it is. */
  files: RegExp;
  /** Layers it may import besides itself. */
  imports: readonly string[];
  /** Packages that are its alone to import; what no layer names (node:, valibot) is everybody's. */
  packages: readonly string[];
}

/** `desktop, headless, cli → app → http → domain → store, bank, vault → shared` (ARCHITECTURE.md). */
const LAYERS: readonly Layer[] = [
  { name: 'shared', files: /^shared\//, imports: [], packages: [] },
  {
    name: 'base',
    files: /^main\/(errors|config|console-command|log|data-folder|places-on-disk|turns)\.ts$/,
    imports: ['shared'],
    packages: ['pino', 'rotating-file-stream'],
  },
  {
    name: 'sandbox',
    files: /^main\/bank\/sandbox\//,
    imports: [],
    packages: ['koa', '@koa/router', 'koa-body'],
  },
  { name: 'bank', files: /^main\/bank\/[\w-]+\.ts$/, imports: ['base', 'shared'], packages: ['ofetch'] },
  {
    name: 'store',
    files: /^main\/store\//,
    imports: ['base', 'shared'],
    packages: ['kysely', 'better-sqlite3'],
  },
  {
    name: 'vault',
    files: /^main\/(vault|keychain)\.ts$/,
    imports: ['base', 'shared'],
    packages: ['@napi-rs/keyring'],
  },
  {
    name: 'domain',
    files: /^main\/domain\//,
    imports: ['store', 'bank', 'vault', 'base', 'shared'],
    packages: ['jose'],
  },
  {
    name: 'http',
    files: /^main\/http\//,
    imports: ['domain', 'store', 'bank', 'base', 'shared'],
    packages: ['koa', '@koa/router', 'koa-body'],
  },
  {
    name: 'app',
    files:
      /^main\/(app|background|installation|jobs|loop|lost-database-commands|lost-service|refusals|sale-watcher|schedule|wake|watcher)\.ts$/,
    imports: ['http', 'domain', 'store', 'bank', 'vault', 'base', 'shared'],
    packages: ['node-cron'],
  },
  {
    name: 'demo',
    files: /^main\/demo\//,
    imports: ['app', 'domain', 'store', 'bank', 'sandbox', 'vault', 'base', 'shared'],
    packages: [],
  },
  {
    name: 'bridge',
    files: /^main\/(host\.ts|bridge\/)/,
    imports: ['demo', 'app', 'domain', 'store', 'bank', 'vault', 'base', 'shared'],
    packages: [],
  },
  {
    name: 'desktop',
    files: /^main\/desktop\//,
    imports: ['entry', 'bridge', 'app', 'domain', 'store', 'base', 'shared'],
    packages: ['electron', 'electron-updater'],
  },
  {
    name: 'entry',
    files:
      /^main\/(command-line|start-command|signals|compiled|headless|service|cli|start|electron-binary)\.ts|^main\/cli\/|^main\/node-version\.mjs$/,
    imports: ['bridge', 'demo', 'app', 'domain', 'store', 'bank', 'vault', 'base', 'shared'],
    packages: [],
  },
];

const OWNED = new Set(LAYERS.flatMap(({ packages }) => packages));
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

const layerOf = (path: string): Layer | undefined => LAYERS.find(({ files }) => files.test(path));

/** What is wrong with one import of a file, or nothing. */
const problem = (path: string, layer: Layer, target: string): string | undefined => {
  if (!target.startsWith('.')) {
    const name = target.startsWith('@')
      ? target.split('/').slice(0, 2).join('/')
      : (target.split('/')[0] ?? '');
    return OWNED.has(name) && !layer.packages.includes(name)
      ? `${path} imports the package ${name}`
      : undefined;
  }
  const resolved = posix.join(posix.dirname(path), target);
  if (resolved === 'package.json') return undefined;
  const other = layerOf(resolved);
  if (!other) return `${path} imports ${resolved}, which is in no layer`;
  const allowed = other === layer || layer.imports.includes(other.name);
  return allowed ? undefined : `${path} (${layer.name}) imports ${resolved} (${other.name})`;
};

const violations = (path: string, source: string): string[] => {
  const layer = layerOf(path);
  if (!layer) return [`${path} is in no layer`];
  return [...source.matchAll(IMPORT)].flatMap(([, target = '']) => problem(path, layer, target) ?? []);
};

test('imports point one way: entries → app → http → domain → store, bank, vault → shared', () => {
  const files = globSync('{main,shared}/**/*.ts', { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((file) => violations(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});

test.each([
  ['main/store/invoices.ts', "import { x } from '../domain/invoices.ts';", /store.*domain/],
  ['main/domain/invoices.ts', "import type { Context } from 'koa';", /package koa/],
  ['main/domain/invoices.ts', "import { listen } from '../http/server.ts';", /domain.*http/],
  ['main/http/routes/x.ts', "import Database from 'better-sqlite3';", /package better-sqlite3/],
  ['main/http/routes/x.ts', "const x = await import('../../vault.ts');", /http.*vault/],
  ['shared/money.ts', "import { x } from '../main/log.ts';", /shared.*base/],
  ['main/app.ts', "import { startPracticeBank } from './bank/sandbox/server.ts';", /app.*sandbox/],
  ['main/new-folder/x.ts', '', /in no layer/],
])('an import against the direction is found: %s', (path, source, message) => {
  expect(violations(path, source)).toEqual([expect.stringMatching(message)]);
});
