import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ownEnvironment, runService } from '../helpers/service.ts';

/** The processes of a run: the built service, the bank, and the other client. */

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const BUILT = path('../../dist/main/headless.mjs');

export interface Running {
  baseUrl: string;
  pid: number;
  /** Returns the process's output so far. */
  stop(): Promise<string>;
}

const begin = async (entry: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Running> => {
  const running = runService(args, { entry, env });
  const { base_url, pid } = await running.ready();
  return { baseUrl: base_url, pid, stop: async () => (await running.stop()).stdout };
};

/** The default limits are a till's; the bench is a thousand tills. */
const WITHOUT_LIMITS = { KRAMAR_RATE_LIMIT_USER: '1000000', KRAMAR_RATE_LIMIT_ANONYMOUS: '1000000' };

export const startService = (dataDir: string, bankUrl: string): Promise<Running> => {
  if (!existsSync(BUILT)) throw new Error(`There is no ${BUILT}: run npm run build.`);
  const args = [
    '--data-dir',
    dataDir,
    '--port',
    '0',
    '--bank-url',
    bankUrl,
    '--keychain',
    'file',
    '--ready-json',
  ];
  return begin(BUILT, args, { ...ownEnvironment(), ...WITHOUT_LIMITS });
};

const own = (entry: string, ...args: string[]) => begin(path(entry), args, ownEnvironment());

export const startBank = (): Promise<Running> => own('./bank.ts');
export const startFloor = (database: string, bankUrl: string): Promise<Running> =>
  own('./floor.ts', database, bankUrl);

/** The longest time that another client waited while `work` ran, ms. */
export const probed = async <Result>(
  baseUrl: string,
  work: () => Promise<Result>,
): Promise<{ result: Result; longest: number }> => {
  const probe = await own('./probe.ts', baseUrl);
  const result = await work();
  const reported = (await probe.stop()).trim().split('\n').at(-1) ?? '';
  return { result, longest: (JSON.parse(reported) as { longest: number }).longest };
};

/** Linux alone reports it; bytes. */
const reported = (pid: number, name: 'VmRSS' | 'VmHWM'): number | null => {
  try {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(
      readFileSync(`/proc/${pid}/status`, 'utf8'),
    )?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
};

export const memoryOf = (pid: number): number | null => reported(pid, 'VmRSS');
export const peakOf = (pid: number): number | null => reported(pid, 'VmHWM');

/** The time that the current threads of a process have spent, ms: proc(5), schedstat, in nanoseconds. */
export const cpuOf = (pid: number): number | null => {
  try {
    const spent = readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return spent.reduce((sum, part) => sum + part, 0) / 1e6;
  } catch {
    return null;
  }
};

/** Resets the peak: proc(5), clear_refs. */
export const forgetPeak = (pid: number): void => {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Without the reset the peak is that of the whole run, which is no smaller.
  }
};
