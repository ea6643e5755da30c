/**
 * What V8 and glibc keep for reuse is 200 MB after an hour of work: free pages of the young generation, and an arena
 * for each thread that has ended. Both are limited only when a process starts, so the service replaces itself once, under
 * the same pid (https://nodejs.org/api/process.html#processexecvefile-args-env).
 */
const YOUNG_GENERATION = '--max-semi-space-size=8';
/** https://sourceware.org/glibc/manual/latest/html_node/Memory-Allocation-Tunables.html */
const ARENAS = 'MALLOC_ARENA_MAX';

interface Program {
  execPath: string;
  execArgv: readonly string[];
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  /** To a parent that speaks to it; a replaced process would lose it. */
  channel?: object | null | undefined;
  platform: NodeJS.Platform;
  /** On Windows it is there and throws. */
  execve?: NodeJS.Process['execve'];
}

/**
 * Does nothing where it is done, or not possible (Windows).
 * @param file of the service's entry: a process that was started with another one has done more than start
 */
export const restartLean = (program: Program, file: string): void => {
  const { execPath, execArgv, argv, env, channel, platform, execve } = program;
  if (!execve || platform === 'win32' || channel || argv[1] !== file || env[ARENAS] !== undefined) return;
  execve(execPath, [execPath, YOUNG_GENERATION, ...execArgv, ...argv.slice(1)], { ...env, [ARENAS]: '2' });
};
