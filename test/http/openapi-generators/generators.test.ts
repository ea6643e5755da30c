import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '../../../main/domain/accounts/keys.ts';
import { openShop, PASSWORD, type Shop } from '../../helpers/shop.ts';
import { createProject, path, ROOT } from './project.ts';

// Clients generated from docs/openapi.json, compiled, and run against the service.

interface Generator {
  name: string;
  /** In tills/. */
  till: string;
  args: (document: string) => string[];
  /** Of the project's compiler options, those that the generator's own code does not keep to. */
  relaxed?: Record<string, boolean>;
}

const GENERATORS: Generator[] = [
  {
    name: 'openapi-typescript',
    till: 'openapi-fetch',
    args: (document) => [document, '--output', 'generated/openapi-typescript.ts'],
  },
  {
    name: '@hey-api/openapi-ts',
    till: 'hey-api',
    args: () => ['--file', 'openapi-ts.config.mjs'],
    relaxed: { exactOptionalPropertyTypes: false },
  },
  {
    name: 'orval',
    till: 'orval',
    args: () => ['--config', 'orval.config.mjs'],
    relaxed: { exactOptionalPropertyTypes: false },
  },
];

describe.each(GENERATORS)(
  'the client that $name makes of docs/openapi.json',
  ({ name, till, args, relaxed }) => {
    const project = createProject();
    let shop: Shop;
    beforeAll(async () => {
      shop = await openShop();
      cpSync(path('tills'), project.folder, { recursive: true });
      project.configure([`${till}.ts`], relaxed);
    });
    afterAll(async () => {
      await shop.close();
      project.remove();
    });

    /** Pays what the till sells, and gives what it printed last. */
    const sell = async (): Promise<unknown> => {
      const { key } = createKey(shop.console, {
        name: 'Generated',
        permissions: ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'],
        terminal: null,
        own_sales_only: false,
        catalog_prices_only: false,
      });
      const child = spawn(process.execPath, [join('compiled', `${till}.js`)], {
        cwd: project.folder,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          KRAMAR_API: shop.baseUrl.replace(/\/$/, ''),
          KRAMAR_KEY: key,
          KRAMAR_USER: 'owner',
          KRAMAR_PASSWORD: PASSWORD,
        },
      });
      const lines: string[] = [];
      for await (const line of createInterface(child.stdout)) {
        if (lines.length === 0) shop.bank.pay(line);
        lines.push(line);
      }
      return JSON.parse(lines[1] ?? 'null');
    };

    test('compiles under the strict options of the project, and sells, finds and refunds', async () => {
      const file = join(ROOT, 'docs', 'openapi.json');
      await project.generate(name, args(file), { OPENAPI_DOCUMENT: file });
      expect(await project.compile()).toBe('');
      expect(await sell()).toEqual({
        isSame: true,
        found: [true],
        amount: 5500,
        left: 4500,
        receipt: '%PDF-',
        imported: 1,
        events: ['invoice.created', 'invoice.status_changed'],
        missing: 'Not found.',
      });
    });
  },
);
