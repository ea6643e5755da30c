import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../main/shop/accounts/keys.ts';
import { openShop, type Shop } from '../../helpers/shop.ts';
import { createProject, path, ROOT } from './project.ts';

// Clients generated from docs/openapi.json, compiled together, and run against the service (tills/tills.ts).

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
}

/** Those of docs/till/generators.md: types alone, a whole client, and functions around a fetch of one's own. */
const GENERATORS: Record<string, Generator> = {
  'openapi-typescript': { args: (document) => [document, '--output', 'generated/openapi-typescript.ts'] },
  '@hey-api/openapi-ts': {
    args: () => ['--file', 'openapi-ts.config.mjs'],
    config: ['openapi-ts.config.mjs', HEY_API],
  },
  orval: { args: () => ['--config', 'orval.config.mjs'], config: ['orval.config.mjs', ORVAL] },
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
    // The code of most generators does not keep to exactOptionalPropertyTypes.
    project.configure(['tills.ts'], { exactOptionalPropertyTypes: false });
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

  test.each(Object.keys(GENERATORS))('%s sells, finds and refunds', async (name) => {
    expect(await sell(name)).toEqual({
      isSame: true,
      isFound: true,
      amount: 5500,
      left: 4500,
      missing: 'Not found.',
      receipt: '%PDF-',
      imported: 1,
      events: ['invoice.created', 'invoice.status_changed'],
    });
  });
});
