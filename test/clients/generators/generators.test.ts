import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../main/shop/accounts/keys.ts';
import { openShop, type Shop } from '../../helpers/shop.ts';
import { createProject, path, ROOT } from './project.ts';

// Clients generated from docs/openapi.json, compiled together, and run against the service (tills/tills.ts).

const KUBB = `
import { build } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

const { error, failedPlugins } = await build({
  config: {
    root: '.',
    input: { path: process.argv[2] },
    output: { path: 'generated/kubb', extension: { '.ts': '.ts' } },
    plugins: [pluginOas({ validate: false }), pluginTs(), pluginClient({ importPath: '../../../fetch.ts' })],
  },
});
if (error || failedPlugins.size > 0) throw error ?? [...failedPlugins][0].error;
`;

// As Node resolves modules; a bundler needs no extension.
const HEY_API = (document: string) => `export default {
  input: '${document}',
  output: { path: 'generated/hey-api', module: { extension: '.js' } },
  logs: { file: false },
};`;

const ORVAL = (document: string) => `export default {
  kramar: {
    input: '${document}',
    output: {
      target: 'generated/orval.ts',
      client: 'fetch',
      override: { mutator: { path: 'fetch.ts', name: 'call' } },
    },
  },
};`;

interface Generator {
  args: (document: string) => string[];
  /** What it reads besides: the name of the file, and its text. */
  config?: [string, (document: string) => string];
  /** Whether its client reads the receipt as a file. */
  readsFiles?: true;
  /** Whether the till also imports products and lists events. */
  sellsMore?: true;
}

const GENERATORS: Record<string, Generator> = {
  'openapi-typescript': {
    args: (document) => [document, '--output', 'generated/openapi-typescript.ts'],
    readsFiles: true,
    sellsMore: true,
  },
  '@hey-api/openapi-ts': {
    args: () => ['--file', 'openapi-ts.config.mjs'],
    config: ['openapi-ts.config.mjs', HEY_API],
    readsFiles: true,
    sellsMore: true,
  },
  orval: {
    args: () => ['--config', 'orval.config.mjs'],
    config: ['orval.config.mjs', ORVAL],
    readsFiles: true,
    sellsMore: true,
  },
  oazapfts: { args: (document) => [document, 'generated/oazapfts.ts'] },
  'swagger-typescript-api': {
    args: (document) => [
      ...['generate', '--path', document],
      ...['--output', 'generated', '--name', 'swagger-typescript-api.ts'],
    ],
    readsFiles: true,
  },
  'openapi-zod-client': { args: (document) => [document, '--output', 'generated/openapi-zod-client.ts'] },
  kubb: { args: (document) => [document], config: ['kubb.mjs', () => KUBB] },
};

describe('the clients made of docs/openapi.json', () => {
  const project = createProject();
  let shop: Shop;
  let key: string;
  beforeAll(async () => {
    shop = await openShop();
    const permissions = ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'] as const;
    const rights = { terminal: null, own_sales_only: false, catalog_prices_only: false };
    ({ key } = createKey(shop.console, { name: 'Generated', permissions: [...permissions], ...rights }));
  });
  afterAll(async () => {
    await shop.close();
    project.remove();
  });

  test('compile under the strict options of the project', async () => {
    cpSync(path('tills'), project.folder, { recursive: true });
    // The code of most generators does not keep to exactOptionalPropertyTypes; that of one has an enum.
    project.configure(['tills.ts'], { exactOptionalPropertyTypes: false, erasableSyntaxOnly: false });
    const file = join(ROOT, 'docs/openapi.json');
    for (const [name, { args, config }] of Object.entries(GENERATORS)) {
      if (config) project.write(config[0], config[1](file));
      await project.generate(name, args(file));
    }
    expect(await project.compile()).toBe('');
  });

  /** Pays what the till sells, and gives what it printed last. */
  const sell = async (name: string): Promise<unknown> => {
    const child = spawn(process.execPath, [join('compiled', 'tills.js'), name], {
      cwd: project.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { KRAMAR_API: shop.baseUrl.replace(/\/$/, ''), KRAMAR_KEY: key },
    });
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      if (lines.length === 0) shop.bank.pay(line);
      lines.push(line);
    }
    return JSON.parse(lines[1] ?? 'null');
  };

  test.each(Object.entries(GENERATORS))('%s sells, finds and refunds', async (name, generator) => {
    expect(await sell(name)).toEqual({
      isSame: true,
      isFound: true,
      amount: 5500,
      left: 4500,
      missing: 'Not found.',
      ...(generator.readsFiles ? { receipt: '%PDF-' } : {}),
      ...(generator.sellsMore ? { imported: 1, events: ['invoice.created', 'invoice.status_changed'] } : {}),
    });
  });
});
