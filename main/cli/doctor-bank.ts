import { statSync } from 'node:fs';
import type { Bank } from '../bank/client.ts';
import { BankError, isFirewallBlock } from '../bank/errors.ts';
import type { Config } from '../platform/config.ts';
import { masterKeyFile } from '../platform/data-folder.ts';
import { explainFiles, type Keychain, KeychainError, keyFile, osKeychain } from '../platform/keychain.ts';
import type { Log } from '../platform/log.ts';
import { withAdvice } from '../platform/owner-error.ts';
import { openVault, type Vault } from '../platform/vault.ts';
import type { TerminalRow } from '../store/terminals.ts';
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

/** The bank refuses a request without a token; the refusal shows that it is reachable. */
export const checkBank = async (bank: Bank, url: string): Promise<Finding> => {
  const failure = await failureOf(bank, 'doctor');
  if (failure === undefined || failure.code === 'FORBIDDEN') return ok('bank', `${url} answers.`);
  const advice = isFirewallBlock(failure) ? '' : ' Check the internet connection and --bank-url.';
  return problem('bank', `${url}: ${failure.message}${advice}`);
};

const failureOf = async (bank: Bank, token: string): Promise<BankError | undefined> => {
  try {
    await bank.merchantDetails(token);
    return undefined;
  } catch (error) {
    if (error instanceof BankError) return error;
    throw error;
  }
};

/** `bank` is undefined when it does not answer: the tokens are then decrypted but not tried. */
export const checkTerminals = async (
  terminals: readonly TerminalRow[],
  vault: Vault | undefined,
  bank: Bank | undefined,
): Promise<Finding[]> => {
  if (terminals.length === 0)
    return [warning('terminals', 'There are none yet. Make one with: terminal add.')];
  const findings: Finding[] = [];
  // One after the other, to keep the load on the bank low.
  for (const terminal of terminals) findings.push(await checkTerminal(terminal, vault, bank));
  return findings;
};

const checkTerminal = async (
  { id, name, sealed_token, merchant_id, merchant_name }: TerminalRow,
  vault: Vault | undefined,
  bank: Bank | undefined,
): Promise<Finding> => {
  const check = `terminal ${id}`;
  const anew = `Give it again with: terminal token ${id}.`;
  if (sealed_token === null) return problem(check, `"${name}" has no bank token. ${anew}`);
  if (!vault) return warning(check, `"${name}" has a bank token; without the key it could not be tried.`);
  const token = vault.openToken(id, sealed_token);
  if (token === undefined)
    return problem(
      check,
      `The bank token of "${name}" does not open with the key that is there now: it was sealed with another one. ${anew}`,
    );
  if (!bank)
    return warning(check, `The bank token of "${name}" opens; without the bank it could not be tried.`);
  const merchant = await bank.merchantDetails(token).catch((error: unknown) => error);
  if (merchant instanceof BankError) return bankFinding(check, name, merchant, anew);
  if (merchant instanceof Error) throw merchant;
  return ok(check, `"${name}": the bank knows its token (${merchant_name}, merchant ${merchant_id}).`);
};

const bankFinding = (check: string, name: string, { code, message }: BankError, anew: string): Finding =>
  code === 'FORBIDDEN'
    ? problem(check, `The bank does not know the token of "${name}" (any more). ${anew}`)
    : warning(
        check,
        `The token of "${name}" could not be tried: ${message} (${code}). Run doctor again later.`,
      );
