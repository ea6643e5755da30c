import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readConfig } from '../../main/platform/config.ts';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { createLog } from '../../main/platform/log.ts';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { openInstallation } from '../../main/safekeeping/installation.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import { openDatabase } from '../../main/store/db/connection.ts';
import { startBank } from '../cli/console.ts';
import { accessToken, Client } from '../helpers/client.ts';
import { addPerson } from '../helpers/people.ts';
import { endServices, ownEnvironment, runService } from '../helpers/service.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { diskOfTest } from './disk.ts';

/** A data folder with an owner alone. */
export const makeOwnerIn = (dataDir: string): void => {
  mkdirSync(dataDir);
  const db = openDatabase(databaseFile(dataDir));
  addPerson(db, Date.now(), { role: 'owner', username: 'owner', password: PASSWORD });
  db.close();
};

/** The names in a data folder without those of lock files, which stay there empty. */
export const keptIn = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => !name.endsWith('.lock'))
    .sort();

/** A data folder with an owner and one terminal, which no service has open; and the service as a process on it. */
export const prepareFolder = async (dataDir: string, bank: PracticeBank) => {
  const config = readConfig({ dataDir, bankUrl: bank.url, keychain: 'file' }, {});
  const installation = await openInstallation(config, { log: createLog({ level: 'error' }) });
  addPerson(installation.db, Date.now(), { role: 'owner', username: 'owner', password: PASSWORD });
  const token = bank.merchants[0]?.token ?? '';
  const { id: terminal } = await addTerminal(installation, { name: 'Каса', token });
  installation.close();
  const where = ['--data-dir', dataDir, '--bank-url', bank.url, '--keychain', 'file', '--port', '0'];
  return {
    terminal,
    serve: (): ReturnType<typeof runService> =>
      runService([...where, '--ready-json'], {
        env: { ...ownEnvironment(), KRAMAR_LOG_LEVEL: 'debug', KRAMAR_RATE_LIMIT_USER: '100000' },
      }),
  };
};

/** The same on a small disk, for one test. */
export const prepareDisk = async () => {
  const disk = diskOfTest();
  const bank = await startBank();
  onTestFinished(endServices);
  return { disk, bank, ...(await prepareFolder(disk.path, bank)) };
};

/** The owner at a service that is ready. */
export const ownerAt = async (service: ReturnType<typeof runService>): Promise<Client> => {
  const { base_url } = await service.ready();
  return new Client(base_url, await accessToken(base_url, PASSWORD));
};

/** Every file of a folder, with its content. */
export const contents = (dir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .map((name) => [name, join(dir, name)] as const)
      .filter(([, path]) => statSync(path).isFile())
      .map(([name, path]) => [name, createHash('sha256').update(readFileSync(path)).digest('hex')])
      .sort(),
  );
