// Plain JavaScript without static imports: an older Node cannot parse TypeScript, and crashes on the database's native
// module (better-sqlite3 13 ends Node 20 by SIGSEGV). The scripts of package.json load this before an entry (--import),
// and the built entries and the configurations of Vitest and Playwright import it first.

const NEEDED = 24;
/** Set for the Node that is handed over to, so that one that is too old as well does not hand over again. */
const MARK = 'KRAMAR_HANDED_OVER';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'];
const PARENT_CHECK_MS = 500;

const fail = () => {
  process.stderr.write(
    `error: Kramar needs Node ${NEEDED} or newer, and ${process.execPath} is Node ${process.versions.node}. Nothing was started or changed. Run "npm ci" in the folder of the program, which brings one for Linux, Windows and Macs with an Intel processor, or install one from https://nodejs.org.\n`,
  );
  process.exit(1);
};

/**
 * Runs this very command in the Node that npm ci installed (optionalDependencies of package.json), which gets the
 * signals and whose end becomes the end of this process. Does not return.
 */
const handOver = async () => {
  const [{ spawn }, { existsSync }, { delimiter, dirname }, { fileURLToPath }] = await Promise.all([
    import('node:child_process'),
    import('node:fs'),
    import('node:path'),
    import('node:url'),
  ]);
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  // From main/start/ as from dist/main/ the root is two folders up.
  const file = new URL(`../../node_modules/${name}/bin/node${isWindows ? '.exe' : ''}`, import.meta.url);
  const node = fileURLToPath(file);
  if (process.env[MARK] !== undefined || !existsSync(node)) fail();

  // What it starts by the name `node` is the same one.
  process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  process.env[MARK] = 'yes';
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  // On Windows the console itself notifies both, and kill() would kill.
  const pass = (signal) => isWindows || child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  // npm does not pass its end on (main/start/signals.ts): the child sees only that this process goes on.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => process.ppid === parent || child.kill('SIGTERM'), PARENT_CHECK_MS).unref();
  child.on('error', fail);
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    for (const each of SIGNALS) process.off(each, pass);
    process.kill(process.pid, signal);
  });
  // The entry that this was loaded for must not run here.
  await new Promise(() => {});
};

if (Number.parseInt(process.versions.node, 10) < NEEDED) await handOver();
delete process.env[MARK];
