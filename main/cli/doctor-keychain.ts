import { statSync } from 'node:fs';
import type { Config } from '../platform/config.ts';
import { masterKeyFile } from '../platform/data-folder.ts';
import { explainFiles, type Keychain, KeychainError, keyFile, osKeychain } from '../platform/keychain.ts';
import type { Log } from '../platform/log.ts';
import { withAdvice } from '../platform/owner-error.ts';
import { openVault, type Vault } from '../platform/vault.ts';
import { CONSOLE_ADVICE } from './advice.ts';
import { type Facts, type Finding, ok, problem, warning } from './finding.ts';

interface KeychainState {
  finding: Finding;
  /** Set where a key exists; it decrypts tokens, and never creates a key. */
  vault?: Vault;
}

export const checkKeychain = async (
  { keychain: kind, dataDir }: Config,
  facts: Facts | undefined,
  log: Log,
): Promise<KeychainState> => {
  const file = masterKeyFile(dataDir);
  if (kind === 'file' && isOpenToOthers(file))
    return {
      finding: warning(
        'keychain',
        `Other users of this machine can read the key file ${file}. The next start makes it yours alone. Tokens were not tried.`,
      ),
    };
  // Without an installation any name shows whether the keychain works.
  const keychain = kind === 'os' ? osKeychain(facts?.installationId ?? 'doctor') : keyFile(file);
  try {
    return await stateOf(keychain, facts, log);
  } catch (error) {
    const { message } = error as Error;
    const description = error instanceof KeychainError ? withAdvice(error, CONSOLE_ADVICE) : message;
    return { finding: problem('keychain', description) };
  }
};

/** Reading through the keychain would repair the rights, and doctor changes nothing. */
const isOpenToOthers = (file: string): boolean => {
  if (process.platform === 'win32') return false;
  return ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
};

const stateOf = async (keychain: Keychain, facts: Facts | undefined, log: Log): Promise<KeychainState> => {
  const key = await keychain.read();
  const where = keychain.kind === 'os' ? "The system's keychain" : 'The key file';
  if (key) {
    const vault = await openVault(readOnly(keychain, key), log);
    const fault = vault.problem();
    if (fault) return { finding: problem('keychain', withAdvice(fault, CONSOLE_ADVICE)) };
    return { finding: ok('keychain', `${where} has the key.`), vault };
  }
  const sealed = facts?.terminals.some(({ sealed_token }) => sealed_token !== null);
  return {
    finding: sealed
      ? problem(
          'keychain',
          `${where} has no key, and the bank tokens are sealed with one. Is --keychain right? If the key is lost, everything else is safe: ${explainFiles(keychain.place ?? where)} Give the tokens again with: terminal token.`,
        )
      : ok('keychain', `${where} can be used; there is no key yet, the first start makes it.`),
  };
};

const readOnly = (keychain: Keychain, key: Uint8Array): Keychain => {
  const refuse = () => Promise.reject(new Error('doctor changes nothing'));
  return {
    kind: keychain.kind,
    place: keychain.place ?? '',
    read: async () => key,
    write: refuse,
    remove: refuse,
  };
};
