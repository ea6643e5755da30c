import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SHELLS } from '../../main/cli/completion.ts';
import { openConsole, temporaryFolder } from './console.ts';

/** The scripts are run by the shells themselves, where they are installed. */

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;
const nameOf = (shell: string): string =>
  isInstalled(shell) ? shell : `${shell} (skipped: it is not installed here)`;

type Complete = (line: string) => string[];

/** bash, and zsh by its emulation of bash's completion, take the words and give COMPREPLY. */
const completeInBash =
  (script: string): Complete =>
  (line) => {
    const words = line.split(' ').map((word) => `'${word}'`);
    const program = `source '${script}'; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _kramar_admin; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', program], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.split('\n').filter((word) => word !== '');
  };

const completeInFish =
  (script: string): Complete =>
  (line) => {
    const program = `source '${script}'; complete -C '${line}'`;
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', program], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.split('\n').flatMap((row) => row.split('\t')[0] || []);
  };

const scriptFor = async (shell: string): Promise<string> => {
  const { json } = await openConsole().json(['completion', shell]);
  const path = join(temporaryFolder(), `completion.${shell}`);
  writeFileSync(path, json.script);
  return path;
};

const COMPLETERS = { bash: completeInBash, fish: completeInFish };

describe.each(['bash', 'fish'] as const)('%s', (shell) => {
  test.skipIf(!isInstalled(shell))(`completes commands, options and values: ${nameOf(shell)}`, async () => {
    const complete = COMPLETERS[shell](await scriptFor(shell));
    expect(complete('kramar-admin term')).toEqual(['terminal']);
    expect(complete('kramar-admin terminal re').sort()).toEqual(['remove', 'rename']);
    expect(complete('kramar-admin backup restore ')).toContain('latest');
    expect(complete('kramar-admin terminal remove 1 --y')).toEqual(['--yes']);
    expect(complete('kramar-admin owner create --password-f')).toEqual(['--password-file']);
    expect(complete('kramar-admin owner create --tok')).toEqual([]);
    expect(complete('kramar-admin logs --level w')).toEqual(['warn']);
    expect(complete('kramar-admin setting set time')).toEqual(['time_zone']);
  });
});

test.skipIf(!isInstalled('zsh'))(`zsh takes the script: ${nameOf('zsh')}`, async () => {
  const script = await scriptFor('zsh');
  const program = `source '${script}'; print $_comps[kramar-admin]; whence -w kramar-admin`;
  const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', program], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/_kramar_admin\nkramar-admin: function\n$/);
});

test('names the console, which then runs in any folder', async () => {
  const shop = openConsole({ isProcess: true });
  const { json } = await shop.json(['completion', 'bash']);
  const path = join(shop.env.HOME ?? '', 'completion.bash');
  writeFileSync(path, json.script);
  const ran = spawnSync('bash', ['--norc', '-c', `source '${path}'; kramar-admin --version`], {
    cwd: '/',
    encoding: 'utf8',
  });
  expect(ran).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test('another shell is a wrong call that names the right ones', async () => {
  const { code, json } = await openConsole().json(['completion', 'tcsh']);
  expect({ code, json }).toMatchObject({
    code: 2,
    json: { detail: expect.stringContaining(SHELLS.join(', ')) },
  });
});
