import { join } from 'node:path';
import { type Config, readConfig } from '../../main/platform/config.ts';
import { createLog } from '../../main/platform/log.ts';
import type { PracticeBankOptions } from '../../main/practice-bank/parts.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { createHost } from '../../main/start/host.ts';
import { PATIENCE_MS, temporaryFolder } from './shop.ts';

/** The service on an empty data folder, as after the installation: no owner, no terminal; the practice bank beside it. */
export const openNewShop = async (overrides: Partial<Config> = {}, bankOptions?: PracticeBankOptions) => {
  const folder = temporaryFolder();
  const bank = await startPracticeBank(bankOptions);
  const config: Config = {
    ...readConfig({ dataDir: join(folder.path, 'shop'), port: '0', bankUrl: bank.url, keychain: 'file' }, {}),
    bankTimeoutMs: PATIENCE_MS,
    rateLimitUser: 100_000,
    rateLimitAnonymous: 100_000,
    ...overrides,
  };
  const log = createLog({ level: config.logLevel, dir: join(folder.path, 'logs') });
  const host = createHost({
    configOf: (practice) => (practice ? { ...config, dataDir: join(folder.path, 'practice') } : config),
    isPractice: false,
    ports: { log, schedule: () => ({ nextRun: () => null, stop: () => undefined }) },
    printMessage: () => undefined,
  });
  const { running } = await host.start();
  return {
    bank,
    config,
    folder: folder.path,
    host,
    log,
    baseUrl: running.baseUrl,
    origin: running.origin,
    close: async () => {
      await host.stop();
      await bank.stop();
      await log.close();
      folder.remove();
    },
  };
};

export type NewShop = Awaited<ReturnType<typeof openNewShop>>;
