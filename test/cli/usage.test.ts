import { existsSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../main/cli/arguments.ts';
import { COMMANDS, commandNames } from '../../main/cli/commands.ts';
import { runConsole } from '../../main/cli/run.ts';
import { version } from '../../shared/version.ts';
import { keepingUmask, NO_BANK, openConsole, PASSWORD } from './console.ts';

const LISTED = [
  ...[
    'owner create',
    'owner password',
    'employee add',
    'employee set',
    'employee list',
    'doctor',
    'logs',
    '--json',
  ],
  ...[
    'terminal add',
    'terminal token',
    'terminal list',
    'terminal rename',
    'terminal remove',
    'setting list',
  ],
  ...['setting set', 'backup create', 'backup list', 'backup verify', 'backup restore', 'backup delete'],
];

describe('help', () => {
  it.each([[['--help']], [[]]])('%j is the usage on stdout', async (args) => {
    const { code, stdout, stderr } = await openConsole().bare(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const command of LISTED) expect(stdout).toContain(command);
  });

  it.each([
    [['-h']],
    [['help']],
    [['help', 'owner']],
    [['help', 'owner', 'create']],
    [['terminal', 'add', '--help']],
    [['--data-dir', 'x']],
  ])('%j too', (args) => {
    expect(readCommandLine(args).name).toBe('help');
  });

  it('of one command is its usage, its options and its examples', async () => {
    const { code, stdout } = await openConsole().bare(['terminal', 'token', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: npm run admin -- terminal token ID \[OPTIONS\]\n/);
    expect(stdout).toMatch(/\n {2}--token-file FILE {2}reads/);
    expect(stdout).toContain('\n  npm run admin -- terminal token 1 --token-file token.txt\n');
    expect(stdout).not.toContain('terminal add');
  });

  it('of a word that begins commands is that of each of them', async () => {
    const { stdout } = await openConsole().bare(['help', 'backup']);
    const usages = stdout.split('\n').filter((line) => line.startsWith('Usage: '));
    expect(usages).toHaveLength(5);
  });

  it.each(commandNames)('%s: every example is a right call', (name) => {
    for (const example of COMMANDS[name]?.examples ?? []) {
      const words = [...example.replace(/ < .*$/, '').matchAll(/"([^"]*)"|(\S+)/g)];
      const line = readCommandLine(words.map(([, quoted, plain]) => quoted ?? plain ?? ''));
      expect(line.name).toBe(name);
    }
  });

  it('is one JSON object with --json', async () => {
    const { code, json } = await openConsole().bare(['help', '--json']);
    expect({ code, ok: json.ok, usage: typeof json.usage }).toEqual({ code: 0, ok: true, usage: 'string' });
  });

  it('--version is the version', async () => {
    const answer = await openConsole().bare(['--version']);
    expect(answer).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

/** The faulty arguments, and what the message must name. */
const MISTYPED: [args: string[], ...reported: string[]][] = [
  [['ownr', 'create'], 'ownr', 'Did you mean: owner create?'],
  [['create', 'owner'], 'Did you mean: owner create?'],
  [['terminal', 'delete', '3'], 'Did you mean: terminal remove?'],
  [['backup', 'ls'], 'Did you mean: backup list?'],
  [['backup', 'restor', 'latest'], 'Did you mean: backup restore?'],
  [['owner', 'create', '--usrname', 'x'], 'no option --usrname', 'Did you mean --username?'],
  [['help', 'ownr', 'create'], 'Did you mean: owner create?'],
  [['owner'], '"owner" is half a command', 'owner create, owner password'],
  [['owner', 'remove'], 'half a command'],
  [['doctor', 'now'], 'more words than doctor takes'],
  [['toString'], 'There is no command'],
  [['terminal', 'token', '--token-stdin'], 'terminal token lacks its ID'],
  [['employee', 'set'], 'employee set lacks its U'],
  [['employee', 'set', ''], 'employee set lacks its U'],
  [['backup', 'restore'], 'backup restore lacks its NAME'],
  [['setting', 'set'], 'setting set lacks its NAME', 'setting set NAME VALUE'],
  [['setting', 'set', '', 'x'], 'setting set lacks its NAME'],
  [['setting', 'set', 'time_zone'], 'setting set lacks its VALUE', 'setting set NAME VALUE'],
  [['setting', 'set', 'time_zone', 'UTC', 'x'], 'more words than setting set takes', 'stands in quotes'],
  [['owner', 'create', ''], 'more words than owner create takes'],
  [['owner', 'create', '--name', 'Каса'], 'owner create takes no option --name', '--username'],
  [['doctor', '--username', 'o'], 'doctor takes no option --username'],
  [['employee', 'list', '--frob'], '--frob'],
  [['employee', 'list', '-x'], '-x'],
  [['employee', 'add', '--username'], '--username needs a value'],
  [['employee', 'set', 'p', '--can', '--active', 'true'], '--can needs a value'],
  [['doctor', '--json=yes'], '--json takes no value'],
  [['owner', 'create', '--username', 'a', '--username', 'b'], '--username was given twice'],
  [['--json'], 'A command is missing'],
];

/** Faults that only the command itself can find. */
const INCOMPLETE: [args: string[], ...reported: string[]][] = [
  [['owner', 'create', '--password-stdin'], '--username is missing'],
  [['owner', 'password'], '--password-stdin is missing'],
  [['terminal', 'add', '--token-stdin'], '--name is missing'],
  [['terminal', 'add', '--name', 'Каса'], '--token-stdin is missing'],
  [['terminal', 'token', 'one', '--token-stdin'], 'The ID is no number'],
  [['setting', 'set', 'zone', 'UTC'], 'no setting of that NAME', 'time_zone, backup_folder'],
  [['employee', 'set', 'petro'], 'lacks a change', '--full-name, --email, --position, --preset, --can'],
  [['employee', 'set', 'petro', '--active', 'yes'], '--active', 'true or false'],
  [['employee', 'set', 'petro', '--can', 'fly'], '"fly"', 'view_invoices, create_invoices'],
  [['employee', 'add', '--username', 'p', '--can', 'view_invoices,', '--password-stdin'], '""'],
];

describe('wrong usage', () => {
  it.each(MISTYPED)('%j', (args, ...reported) => {
    for (const words of reported) expect(() => readCommandLine(args)).toThrow(words);
  });

  it('ends with 2, where help is, and the reason last on stderr', async () => {
    const { stderr, ...others } = await openConsole().bare(['ownr']);
    expect(others).toMatchObject({ code: 2, stdout: '' });
    expect(stderr.trimEnd().split('\n').at(-1)).toContain('There is no command ownr');
    expect(stderr).toContain('npm run admin -- help');
  });

  it.each(INCOMPLETE)('%j', async (args, ...reported) => {
    const shop = openConsole();
    const { code, stdout, stderr } = await shop.plain(args, { stdin: PASSWORD });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const fault = stderr.trimEnd().split('\n').at(-1);
    for (const words of reported) expect(fault).toContain(words);
    expect(stderr).toMatch(/^Usage: .*\nExamples: .* help [a-z]+/);
    expect(existsSync(shop.dataDir)).toBe(false);
  });

  it('names every wrong value of a shared option', async () => {
    const wrong = ['--keychain', 'cloud', '--bank-url', 'ftp://bank'];
    const { code, stderr } = await openConsole().bare([...wrong, 'doctor']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/\n\nerror: --bank-url: .*\nerror: --keychain: .*os, file\n$/);
  });

  it.each([[['frob']], [['owner', 'create', '--frob']], [['owner', 'create']]])(
    'is JSON on stdout alone with --json: %j',
    async (args) => {
      const { code, stderr, json } = await openConsole().bare(['--bank-url', NO_BANK, ...args, '--json']);
      expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
      expect(json).toEqual({ ok: false, code: 'USAGE', detail: expect.any(String) });
    },
  );

  it('does not repeat a possible secret', () => {
    const secret = 'Sup3r-secret!';
    const [first, ...others] = [
      ['owner', 'create', '--username', 'o', '--password', secret],
      ['owner', 'create', '--username', 'o', `--password=${secret}`],
      ['owner', 'create', '--username', 'o', `--password-stdin=${secret}`],
      ['owner', 'create', '--username', 'o', '--password-stdin', secret],
      ['terminal', 'token', '1', secret],
      ['terminal', 'add', '--name', 'n', `--token=${secret}`],
      ['terminal', 'add', '--name', 'n', `--${secret}`],
      [secret],
      ['doctor', '--', secret],
    ].map((args) => () => readCommandLine(args));
    expect(first).toThrow('--password-stdin');
    const unrepeated = expect.objectContaining({ message: expect.not.stringContaining(secret) });
    for (const read of [first, ...others]) expect(read).toThrow(unrepeated);
  });
});

it('options may stand before, between and after the words of a command', async () => {
  const shop = openConsole();
  const where = ['--data-dir', shop.dataDir, '--keychain', 'file'];
  const stdin = PASSWORD;
  const before = ['--username', 'olena', '--password-stdin', ...where, 'owner', 'create'];
  expect(await shop.bare(before, { stdin })).toMatchObject({ code: 0 });
  const between = ['owner', ...where, 'password', '--password-stdin'];
  expect(await shop.bare(between, { stdin })).toMatchObject({ code: 0 });
  expect(await shop.bare(['employee', 'list', ...where])).toMatchObject({ code: 0 });
});

it('a stream is listened to once, however many commands write to it', async () => {
  const streams = { stdin: Readable.from([]), stdout: new PassThrough(), stderr: new PassThrough() };
  for (let times = 1; times <= 2; times += 1)
    expect(await keepingUmask(() => runConsole(['--version'], streams))).toBe(0);
  expect(streams.stdout.listenerCount('error')).toBe(1);
});
