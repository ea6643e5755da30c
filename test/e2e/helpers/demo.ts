import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeShop } from '../../../main/demo/make.ts';
import { readConfig } from '../../../main/platform/config.ts';
import { createLog } from '../../../main/platform/log.ts';
import { startPracticeBank } from '../../../main/practice-bank/server.ts';
import { createApp } from '../../../main/start/app.ts';

/** A Saturday afternoon: two years behind it, and half a day of trade. */
export const DEMO_NOW = Date.parse('2026-11-21T15:10:00+02:00');

/** The demo's shop at a moment of its own: what is seen of it is the same whenever it is looked at. */
export const openDemoShop = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kramar-e2e-'));
  const now = () => DEMO_NOW;
  const bank = await startPracticeBank({ now });
  const config = {
    ...readConfig({ dataDir: join(folder, 'data'), port: '0', bankUrl: bank.url, keychain: 'file' }, {}),
    rateLimitUser: 100_000,
  };
  const log = createLog({ level: 'error', dir: join(folder, 'logs') });
  await makeShop(config, bank, log, DEMO_NOW);
  const app = createApp(config, {
    log,
    now,
    schedule: () => ({ nextRun: () => null, stop: () => undefined }),
  });
  const { origin, baseUrl } = await app.start();
  return {
    bank,
    origin,
    baseUrl,
    close: async () => {
      await app.stop();
      await bank.stop();
      await log.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
