import tls from 'node:tls';
import { afterEach, expect, test, vi } from 'vitest';
import { missingAuthorities, trustSystemCertificates } from '../../main/platform/system-certificates.ts';

afterEach(() => vi.restoreAllMocks());

test('of the system’s authorities those are read that Node’s own list lacks, each once', async () => {
  const known = new Set(tls.getCACertificates('default'));
  const system = new Set(tls.getCACertificates('system').filter((each) => !known.has(each)));
  expect(await missingAuthorities()).toEqual([...system]);
});

test('the system’s list is not read in the thread that serves requests', async () => {
  const read = vi.spyOn(tls, 'getCACertificates');
  await trustSystemCertificates();
  expect(read).not.toHaveBeenCalledWith('system');
});

test('a thread that fails, or ends without an answer, adds nothing', async () => {
  expect(await missingAuthorities('throw new Error("It went wrong.")')).toEqual([]);
  expect(await missingAuthorities('')).toEqual([]);
});
