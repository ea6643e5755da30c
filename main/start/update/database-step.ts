import '../node-version.mjs';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CONSOLE_ADVICE } from '../../cli/advice.ts';
import { managerOf } from '../../cli/service/service.ts';
import { refuseLostDatabase } from '../../domain/backups/lost-database.ts';
import { backupBeforeUpdate, tryUpdate, updateDatabase } from '../../domain/backups/update.ts';
import { environment, readConfig } from '../../platform/config.ts';
import { databaseFile, readEndpoint } from '../../platform/data-folder.ts';
import { OwnerError, withAdvice } from '../../platform/owner-error.ts';
import { KNOWN_SCHEMA, schemaOf } from '../../store/backup/update-check.ts';
import { lockDataFolder } from '../../store/db/lock.ts';
import type { Progress, StepAnswer, Survey } from './steps.ts';

/**
 * The steps of `npm run update` that need the program's packages, a process each (steps.ts): it prints its answer as a
 * line of JSON, and on stderr the progress as lines for people.
 */

const report: Progress = (message) => void process.stderr.write(`  ${message}\n`);

const isRunning = (dataDir: string): boolean => {
  try {
    lockDataFolder(dataDir).release();
    return false;
  } catch (error) {
    if (error instanceof OwnerError && error.code === 'ALREADY_RUNNING') return true;
    throw error;
  }
};

const survey = (dataDir: string): Survey => {
  refuseLostDatabase(dataDir);
  const file = databaseFile(dataDir);
  const hasShop = existsSync(file);
  const service = managerOf(false);
  const atBoot = managerOf(true);
  const endpoint = readEndpoint(dataDir);
  return {
    dataDir,
    schema: hasShop ? schemaOf(file) : null,
    known: KNOWN_SCHEMA,
    isRunning: hasShop && isRunning(dataDir),
    process: endpoint?.alive ? endpoint.pid : null,
    service: service.isActive() ? service.resumeCommand : null,
    atBoot: atBoot.place !== service.place && atBoot.isActive() ? atBoot.resumeCommand : null,
  };
};

/** Longer than the service may take to finish what is under way. */
const STOP_MS = 70_000;

/** Stops the installed service; what still holds the folder then is another program. */
const stopService = async (dataDir: string): Promise<object> => {
  const service = managerOf(false);
  service.pause();
  for (const began = performance.now(); isRunning(dataDir); await sleep(100)) {
    if (performance.now() - began < STOP_MS) continue;
    service.resume();
    throw new OwnerError(
      'ALREADY_RUNNING',
      `The service was stopped, but another Kramar still runs with ${dataDir}. The database was not changed, and the service was started again. Stop the other one.`,
    );
  }
  return {};
};

const STEPS: Record<string, (dataDir: string, backup: string) => object | Promise<object>> = {
  survey,
  backup: async (dataDir) => {
    const { path, size } = await backupBeforeUpdate(dataDir, Date.now());
    return { path, size };
  },
  trial: async (dataDir, backup) => {
    await tryUpdate(dataDir, backup, report);
    return {};
  },
  migrate: async (dataDir) => {
    const { from, to, backup } = await updateDatabase(dataDir, Date.now(), report);
    return { from, to, backup: backup?.path ?? null };
  },
  'stop-service': stopService,
  'start-service': () => {
    managerOf(false).resume();
    return {};
  },
};

const run = async (): Promise<StepAnswer> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'data-dir': { type: 'string' } },
  });
  const [step = '', operand = ''] = positionals;
  try {
    const { dataDir } = readConfig({ dataDir: values['data-dir'] }, environment());
    return { ok: true, ...(await STEPS[step]?.(dataDir, operand)) };
  } catch (error) {
    if (error instanceof OwnerError)
      return { ok: false, code: error.code, detail: withAdvice(error, CONSOLE_ADVICE) };
    const { message, code } = error as Error & { code?: string };
    return { ok: false, code: code ?? 'INTERNAL', detail: message };
  }
};

process.umask(0o077);
process.stdout.write(`${JSON.stringify(await run())}\n`);
