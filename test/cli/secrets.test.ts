import { expect, it } from 'vitest';
import { type Answer, contents, openConsole, startBank } from './console.ts';

const PASSWORD = 'пароль-якого-ніхто-не-бачить';
const OTHER = 'another password "quoted" \\ with signs';
const SHORT = 'kоротк7';
const WRONG_TOKEN = 'uWrongTokenThatNobodyKnows-0123456789';

it('no password and no token is printed, logged, or stored in the open, whatever goes wrong', async () => {
  const token = 'uTokenOfTheSecretsTest-9876543210';
  const bank = await startBank({ merchants: [{ token, merchantName: 'Крамниця' }] });
  const shop = openConsole({ bankUrl: bank.url });
  const env = { KRAMAR_LOG_LEVEL: 'debug', KRAMAR_BANK_TIMEOUT_MS: '500' };
  const answers: Answer[] = [];
  const runJson = async (args: string[], stdin = '') => {
    const answer = await shop.json(args, { stdin, env });
    expect(answer).toMatchObject({ json: { ok: expect.any(Boolean) }, stderr: '' });
    answers.push(answer);
  };
  const run = async (args: string[], stdin = '') => {
    answers.push(await shop.plain(args, { stdin, env }));
    await runJson(args, stdin);
  };

  await run(['owner', 'create', '--username', 'olena', '--password-stdin'], PASSWORD);
  await run(['owner', 'password', '--password-stdin'], OTHER);
  await run(['owner', 'password', '--password-stdin'], SHORT);
  await run(['employee', 'add', '--username', 'petro', '--password-stdin'], PASSWORD);
  await run(['employee', 'set', 'petro', '--password-stdin'], OTHER);
  await run(['employee', 'set', 'nobody', '--password-stdin'], OTHER);
  await run(['terminal', 'add', '--name', 'Каса', '--token-stdin'], token);
  await run(['terminal', 'add', '--name', 'Каса', '--token-stdin'], WRONG_TOKEN);
  await run(['terminal', 'add', '--name', 'Каса', '--token-stdin'], `${WRONG_TOKEN} and more`);
  await run(['terminal', 'token', '1', '--token-stdin'], token);
  for (const kind of ['hang', 'reset', 'internal-error', 'malformed-json', 'half-body'] as const) {
    bank.clearFaults();
    bank.fault({ kind, path: '*', times: 9 });
    await runJson(['terminal', 'token', '1', '--token-stdin'], token);
  }
  await run(['terminal', 'token', '1', token, '--token-stdin'], token);
  await run(['owner', 'password', '--password', PASSWORD]);
  await run(['doctor']);
  await run(['backup', 'create']);
  await run(['backup', 'restore', 'latest']);
  bank.clearFaults();
  for (const args of [['doctor'], ['employee', 'list'], ['terminal', 'list'], ['help']]) await run(args);

  const left = contents(shop.dataDir);
  expect([...left.keys()]).toContain('logs/kramar.log');
  // Nor is the key to the tokens in a backup.
  const key = Buffer.from(left.get('master.key') ?? '', 'latin1')
    .toString()
    .trim();
  expect(key).toMatch(/^[\w+/]{43}=$/);
  expect([...left].filter(([, bytes]) => bytes.includes(key)).map(([name]) => name)).toEqual(['master.key']);
  const utf8 = [...left.values()].map((bytes) => Buffer.from(bytes, 'latin1').toString('utf8'));
  const everything = [...answers.flatMap(({ stdout, stderr }) => [stdout, stderr]), ...utf8].join('\n');
  for (const secret of [PASSWORD, OTHER, SHORT, WRONG_TOKEN, token]) {
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(JSON.stringify(secret).slice(1, -1));
    expect(everything).not.toContain(Buffer.from(secret).toString('base64').replace(/=+$/, ''));
  }
});
