/** `node ask.ts ACCOUNT [TIME LIMIT]`: prints as JSON what Kramar reads from the keychain that this process finds. */
import { writeSync } from 'node:fs';
import { osKeychain } from '../../main/platform/keychain.ts';
import { createLog } from '../../main/platform/log.ts';
import { openVault } from '../../main/platform/vault.ts';

const [account = '', timeLimitMs] = process.argv.slice(2);
const keychain = osKeychain(account, timeLimitMs === undefined ? undefined : Number(timeLimitMs));
const read = await keychain.read().then(
  (secret) => (secret ? 'found' : 'absent'),
  (error: Error) => `${error.constructor.name}: ${error.message}`,
);
const vault = await openVault(keychain, createLog({ level: 'error' }));
writeSync(1, JSON.stringify({ read, opened: vault.problem() === undefined, problem: vault.problem()?.code }));
// An ordinary exit waits for the pool thread that a password window without an answer holds.
process.kill(process.pid, 'SIGKILL');
