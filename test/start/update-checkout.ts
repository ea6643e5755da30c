import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { databaseFile } from '../../main/platform/data-folder.ts';
import { ownEnvironment } from '../helpers/service.ts';

/** A checkout of this very program with a server beside it, and a newer version on that server. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PARTS = ['main', 'shared', 'package.json', 'package-lock.json', '.npmrc', '.gitignore'];

/** npm: `ci` makes a node_modules that names what it was made for, `run build` a page of the sources; each may fail. */
const NPM = `
const { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const [command, ...rest] = process.argv.slice(2);
const { STAND_IN_CALLS: calls, STAND_IN_FAILS: fails, STAND_IN_MODULES: modules, STAND_IN_HANGS: hangs } = process.env;
appendFileSync(calls, [command, ...rest].join(' ') + '\\n');
if (process.env.npm_package_name || process.env.INIT_CWD) throw new Error('it belongs to another npm');
if (fails === command) {
  console.error('npm error code ENOSPC\\nnpm error nospc ENOSPC: no space left on device, write\\nnpm error A complete log of this run can be found in: x');
  process.exit(228);
}
if (command === 'ci' && rest.length === 0) {
  mkdirSync('node_modules');
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  for (const name of readdirSync(modules))
    if (name !== '.package-lock.json') symlinkSync(join(modules, name), join('node_modules', name));
  for (const name of Object.keys(lock.packages)) if (name.includes('one-more')) mkdirSync(name);
  // As npm does: without what is optional and of another system.
  const installed = Object.fromEntries(Object.entries(lock.packages).filter(([name]) => name && existsSync(name)));
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
} else if (command === 'run' && rest[0] === 'build') {
  mkdirSync('dist/renderer', { recursive: true });
  writeFileSync('dist/renderer/index.html', readFileSync('package.json'));
} else throw new Error('The stand-in knows no ' + command);
// Until the update is gone.
if (hangs === command) { const parent = process.ppid; setInterval(() => process.ppid === parent || process.exit(1), 20); }
`;

const git = (folder: string, ...args: string[]): string => {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'init.defaultBranch=main'];
  const { status, stdout, stderr } = spawnSync('git', ['-C', folder, ...who, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
};

/** A newer version: one migration more, and whatever else is to be in it. */
export interface Newer {
  /** SQL of the migration; undefined: the schema stays. */
  migration?: string;
  /** A package more in the lock. */
  locksMore?: boolean;
}

export const openCheckout = (home: string) => {
  const root = join(home, 'kramar');
  const server = join(home, 'server.git');
  const developer = join(home, 'developer');
  const dataDir = join(home, 'shop');
  const calls = join(home, 'npm-calls');
  const npm = join(home, 'npm.cjs');
  writeFileSync(npm, NPM);
  writeFileSync(calls, '');
  mkdirSync(developer);
  for (const part of PARTS) cpSync(join(ROOT, part), join(developer, part), { recursive: true });
  mkdirSync(join(developer, 'build/icons'), { recursive: true });
  git(developer, 'init', '-q');
  git(developer, 'add', '-A');
  git(developer, 'commit', '-qm', 'The version of before');
  git(home, 'init', '-q', '--bare', server);
  git(developer, 'remote', 'add', 'origin', server);
  git(developer, 'push', '-qu', 'origin', 'main');
  git(home, 'clone', '-q', server, root);
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  mkdirSync(join(root, 'dist/renderer'), { recursive: true });
  writeFileSync(join(root, 'dist/renderer/index.html'), 'the build of before');

  const env = {
    ...ownEnvironment(),
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    npm_execpath: npm,
    npm_node_execpath: process.execPath,
    npm_package_name: 'kramar',
    STAND_IN_CALLS: calls,
    STAND_IN_MODULES: join(ROOT, 'node_modules'),
  };
  const start = (more: NodeJS.ProcessEnv = {}, dir = dataDir) => {
    const entry = join(root, 'main/start/update/update.ts');
    const child = spawn(process.execPath, [entry, '--data-dir', dir], {
      env: { ...env, ...more },
      detached: true,
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((done) =>
      child.on('close', (code) => done({ code, stdout, stderr })),
    );
    return {
      ended,
      stdout: () => stdout,
      stop: () => child.kill('SIGTERM'),
      /** With everything that it has started. */
      kill: () => process.kill(-(child.pid ?? Number.NaN), 'SIGKILL'),
    };
  };

  return {
    root,
    dataDir,
    env,
    start,
    update: (more?: NodeJS.ProcessEnv, dir?: string) => start(more, dir).ended,
    head: () => git(root, 'rev-parse', 'HEAD'),
    calls: () => readFileSync(calls, 'utf8').trim().split('\n').filter(Boolean),
    fetch: () => git(root, 'fetch', '-q'),
    pull: () => git(root, 'pull', '-q', '--ff-only'),
    goTo: (commit: string) => git(root, 'checkout', '-q', commit),
    /** Puts a newer version on the server. */
    publish: ({ migration, locksMore = false }: Newer) => {
      if (migration !== undefined) addMigration(developer, migration);
      if (locksMore) changeJson(join(developer, 'package-lock.json'), addPackage);
      writeFileSync(join(developer, 'NEWS.md'), `${migration ?? 'nothing'}\n`);
      git(developer, 'add', '-A');
      git(developer, 'commit', '-qm', 'The newer version');
      git(developer, 'push', '-q');
    },
    build: () => readFileSync(join(root, 'dist/renderer/index.html'), 'utf8'),
    isScratchLeft: () => existsSync(join(root, '.update')),
  };
};
export type TestCheckout = ReturnType<typeof openCheckout>;

const addPackage = (lock: { packages: Record<string, object> }): void => {
  lock.packages['node_modules/one-more'] = { version: '1.0.0' };
};

const changeJson = <Value>(path: string, change: (value: Value) => void): void => {
  const value = JSON.parse(readFileSync(path, 'utf8')) as Value;
  change(value);
  writeFileSync(path, JSON.stringify(value));
};

const addMigration = (developer: string, sql: string): void => {
  const folder = join(developer, 'main/store/migrations');
  writeFileSync(join(folder, '999-newer.ts'), `export const newer = ${JSON.stringify(sql)};\n`);
  const index = join(folder, 'index.ts');
  const text = readFileSync(index, 'utf8');
  writeFileSync(
    index,
    `import { newer } from './999-newer.ts';\n${text.replace(/\n\];\n/, ',\n  newer,\n];\n').replace(',,\n', ',\n')}`,
  );
};

export const schemaIn = (dataDir: string): number => {
  const connection = new Database(databaseFile(dataDir));
  try {
    return connection.pragma('user_version', { simple: true }) as number;
  } finally {
    connection.close();
  }
};

/** A systemctl of one service: its process is named in a file, and a start is written down. */
export const withSystemctl = (home: string, pidFile: string) => {
  const bin = join(home, 'bin');
  const calls = join(home, 'systemctl-calls');
  const unit = join(home, 'config/systemd/user/kramar.service');
  mkdirSync(bin, { recursive: true });
  mkdirSync(join(unit, '..'), { recursive: true });
  writeFileSync(unit, '[Service]\n');
  writeFileSync(calls, '');
  writeFileSync(
    join(bin, 'systemctl'),
    `#!/bin/sh
echo "$*" >> '${calls}'
[ "$1" = --user ] || exit 1
pid=$(cat '${pidFile}' 2>/dev/null)
case $2 in
  is-active) kill -0 "$pid" 2>/dev/null && echo active && exit 0; echo inactive; exit 3;;
  stop) kill "$pid"; while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done;;
  start) ;;
  *) exit 1;;
esac
`,
  );
  chmodSync(join(bin, 'systemctl'), 0o755);
  return {
    env: { PATH: `${bin}:${process.env.PATH}` },
    calls: () =>
      readFileSync(calls, 'utf8')
        .trim()
        .split('\n')
        .filter((line) => !line.includes('is-active')),
  };
};
