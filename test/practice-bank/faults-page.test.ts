import { expect, test } from 'vitest';
import { callerOf, createInvoice, startBank, submit } from './setup.ts';

const open = async (url: string, language: string) => {
  const answer = await fetch(url, { headers: { 'accept-language': language } });
  return { status: answer.status, text: await answer.text() };
};

test('sets faults and how captures show, in both languages, and ends them', async () => {
  const bank = await startBank();
  const uk = await open(`${bank.url}/faults`, 'uk');
  expect(uk.text).toMatch(/<html lang="uk">[\s\S]*Несправності банку[\s\S]*Мережевий екран/);
  const en = await open(`${bank.url}/faults`, 'en');
  expect(en.text).toMatch(/<html lang="en">[\s\S]*Faults of the bank[\s\S]*firewall/);
  expect(en.text).not.toMatch(/<script|Несправності|Встановити/);

  const set = await submit(bank, '/faults', { kind: 'firewall', path: 'invoice/create', times: '3' });
  expect([set.status, set.url]).toEqual([200, `${bank.url}/faults`]);
  expect(set.text).toMatch(/firewall[\s\S]*invoice\/create/);
  expect(bank.faults()).toMatchObject([{ kind: 'firewall', path: 'invoice/create', times: 3 }]);
  await expect(createInvoice(callerOf(bank))).rejects.toThrow();
  for (const kind of ['empty-object', 'null-lists'])
    await submit(bank, '/faults', { kind, path: '*', times: '1' });
  expect(bank.faults().map(({ kind }) => kind)).toEqual(['firewall', 'empty-object', 'null-lists']);
  await submit(bank, '/faults/end', {});
  expect(bank.faults()).toEqual([]);

  for (const first of ['whole', 'nothing', 'absent', 'captured'] as const) {
    const shown = await submit(bank, '/faults/captures', { first });
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining(`value="${first}" selected`)]);
  }
  await submit(bank, '/faults/captures/show', {});
});

test('what the page does not offer is refused and changes nothing', async () => {
  const bank = await startBank();
  for (const fields of [
    { kind: 'nothing', path: '*', times: '1' },
    { kind: 'firewall', path: '*', times: '0' },
    { kind: 'firewall', path: '/elsewhere', times: '1' },
  ])
    expect((await submit(bank, '/faults', fields)).status).toBe(422);
  expect((await submit(bank, '/faults/end', {}, { origin: 'https://example.com' })).status).toBe(403);
  expect(bank.faults()).toEqual([]);
});
