import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeShop } from '../../main/demo/make.ts';
import { readConfig } from '../../main/platform/config.ts';
import { createLog } from '../../main/platform/log.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { temporaryFolder } from '../helpers/shop.ts';

const NOW = Date.parse('2026-11-21T15:10:00+02:00');

const folder = temporaryFolder();
test('an aborted making leaves nothing', async () => {
  const bank = await startPracticeBank({ now: () => NOW });
  const dataDir = join(folder.path, 'aborted');
  const config = readConfig({ dataDir, port: '0', bankUrl: bank.url, keychain: 'file' }, {});
  const stopping = new AbortController();
  const options = { log: createLog({ level: 'error' }), now: NOW, signal: stopping.signal };
  const making = makeShop(config, bank, options);
  stopping.abort(new Error('Ctrl+C'));
  await expect(making).rejects.toThrow('Ctrl+C');
  expect(existsSync(dataDir) ? readdirSync(dataDir) : []).toEqual([]);
  await bank.stop();
  folder.remove();
});
