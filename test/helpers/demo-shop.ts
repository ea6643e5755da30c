import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeShop } from '../../main/demo/make.ts';
import { PASSWORD } from '../../main/demo/shop.ts';
import { readConfig } from '../../main/platform/config.ts';
import { createLog } from '../../main/platform/log.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { createApp } from '../../main/start/app.ts';
import { accessToken, Client } from './client.ts';

/** A Saturday afternoon: two years behind it, and half a day of trade. */
export const DEMO_NOW = Date.parse('2026-11-21T15:10:00+02:00');

/** The demo's shop at a time of its own: it looks the same in every run. */
export const openDemoShop = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kramar-demo-'));
  const now = () => DEMO_NOW;
  const bank = await startPracticeBank({ now });
  const config = {
    ...readConfig({ dataDir: join(folder, 'data'), port: '0', bankUrl: bank.url, keychain: 'file' }, {}),
    rateLimitUser: 100_000,
  };
  const log = createLog({ level: 'error', dir: join(folder, 'logs') });
  await makeShop(config, bank, { log, now: DEMO_NOW });
  const app = createApp(config, {
    log,
    now,
    schedule: () => ({ nextRun: () => null, stop: () => undefined }),
  });
  const { origin, baseUrl } = await app.start();
  return {
    bank,
    origin,
    owner: new Client(baseUrl, await accessToken(baseUrl, PASSWORD)),
    close: async () => {
      await app.stop();
      await bank.stop();
      await log.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type DemoShop = Awaited<ReturnType<typeof openDemoShop>>;
