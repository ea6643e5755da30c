import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  curlOf,
  invoiceCommand,
  shellWord,
  unauthenticatedRequest,
} from '../../../../renderer/features/till/curl.ts';
import type { RequestEntry } from '../../../../shared/api/requests.ts';
import { anyCharacter } from '../../../helpers/any-text.ts';

const BASE = 'http://127.0.0.1:7480/api/v1/';

/** The words that a POSIX shell passes to curl, in the order of the commands. */
const read = (script: string): string[] => {
  const stand = `words() { for word do printf '%s\\0' "$word"; done; }; curl() { words "$@"; };`;
  const output = execFileSync('/bin/sh', ['-c', `${stand}\n${script}`], { env: { TOKEN: 'T O$K"EN' } });
  return output.toString('utf8').split('\0').slice(0, -1);
};

const nasty = fc.oneof(
  fc.string({ unit: anyCharacter }),
  // What a shell expands where it stands alone.
  fc.constantFrom('~', '~root', '*', '?', '[a-z]*', '{a,b}', '#', '!!', ''),
  fc.string({ unit: fc.constantFrom(...`'"\\$\`!*?~#&|;<>(){}[]=%@- \t\n\r\u00a0єʼ`) }),
);
/** Each starts a shell, so it quotes many words. */
const RUNS = { numRuns: 25 };
const kept = (text: string) => text.replaceAll('\0', '');

test('a POSIX shell reads back exactly what was quoted', () => {
  fc.assert(
    fc.property(fc.array(nasty, { minLength: 1, maxLength: 40 }), (texts) => {
      expect(read(`curl ${texts.map(shellWord).join(' ')}`)).toEqual(texts.map(kept));
    }),
    RUNS,
  );
});

const entry = fc.record<RequestEntry>({
  id: fc.uuid(),
  at: fc.constant('2026-11-21T10:00:00Z'),
  method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', "X'Y"),
  path: nasty.map((query) => `/api/v1/invoices/?search=${kept(query)}`),
  status: fc.constant(200),
  ms: fc.nat(),
  username: fc.constantFrom('', 'kasa'),
  is_screen: fc.boolean(),
  user_agent: nasty,
  body: fc.oneof(
    fc.constant(''),
    fc.record({ comment: nasty, password: fc.constant('***') }).map((body) => JSON.stringify(body)),
  ),
  detail: fc.constant(''),
});

test("a request is copied as a command that sends just it, under the reader's own token", () => {
  fc.assert(
    fc.property(entry, (request) => {
      const { method, path, body } = request;
      const words = read(curlOf(request, BASE));
      const option = method === (body === '' ? 'GET' : 'POST') ? [] : ['-X', method];
      const data = body === '' ? [] : ['-H', 'Content-Type: application/json', '--data-raw', body];
      expect(words).toEqual([
        ...['-sS', ...option, `http://127.0.0.1:7480${path}`],
        ...['-H', 'Authorization: Bearer T O$K"EN', ...data],
      ]);
    }),
    RUNS,
  );
  const one = (changes: Partial<RequestEntry>) =>
    read(curlOf({ ...fc.sample(entry, { seed: 1, numRuns: 1 })[0], ...changes } as RequestEntry, BASE));
  // Signing in takes no token, a file is not part of the command, and HEAD has an option of its own.
  expect(one({ path: '/api/v1/auth/token/', method: 'POST', body: '{"password":"***"}' })).toEqual([
    ...['-sS', 'http://127.0.0.1:7480/api/v1/auth/token/', '-H', 'Content-Type: application/json'],
    ...['--data-raw', '{"password":"***"}'],
  ]);
  expect(one({ method: 'POST', body: '<text/csv, 12 kB>' })).not.toContain('--data-raw');
  expect(one({ method: 'HEAD', body: '' })).toContain('--head');
});

test('the commands of the page mean what they should', () => {
  expect(read(unauthenticatedRequest(BASE))).toEqual(['-sS', `${BASE}terminals/`]);
  expect(read(invoiceCommand(BASE, 7, 'the-key')).slice(-4)).toEqual([
    ...['-H', 'Idempotency-Key: the-key', '--data-raw', '{"terminal":7,"amount":100,"reference":"curl"}'],
  ]);
});
