import type { Bank } from '../bank/client.ts';
import { BankError, isFirewallBlock } from '../bank/errors.ts';
import type { Vault } from '../platform/vault.ts';
import type { TerminalRow } from '../store/terminals.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

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
