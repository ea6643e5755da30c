import { onTestFinished } from 'vitest';
import type { PracticeBankOptions } from '../../main/practice-bank/parts.ts';
import type { PracticeBank, PracticeMerchant } from '../../main/practice-bank/practice-bank.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { judgeAnswer, judgeRequest } from '../bank/judge.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the wire is what these tests look at, field by field
  readonly body: any;
}

export type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Stopped when the test ends. */
export async function startBank(options: PracticeBankOptions = {}): Promise<PracticeBank> {
  const bank = await startPracticeBank({ webhookRetryMs: 1, ...options });
  onTestFinished(() => bank.stop());
  return bank;
}

export function merchantOf(bank: PracticeBank, at = 0): PracticeMerchant {
  const merchant = bank.merchants[at];
  if (!merchant) throw new Error(`no merchant ${at}`);
  return merchant;
}

export function registerOf(
  merchant: PracticeMerchant,
  amountType: string,
): PracticeMerchant['registers'][number] {
  const register = merchant.registers.find((each) => each.amountType === amountType);
  if (!register) throw new Error(`no register of type ${amountType}`);
  return register;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Calls the bank as its merchant would: every answer is judged by the bank's document, and so is every request
 * that the bank has found good. Paths are under /api/merchant/.
 */
export function callerOf(bank: PracticeBank, token: string = merchantOf(bank).token): Call {
  return async (method, path, body) => {
    const full = `/api/merchant/${path}`;
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { 'X-Token': token, ...(sent.body && { 'content-type': 'application/json' }) };
    const answer = await fetch(bank.url + full, { method, headers, ...sent });
    const text = await answer.text();
    judgeAnswer(method, full, answer.status, text);
    if (answer.status === 200) judgeRequest(method, full, body);
    return { status: answer.status, headers: answer.headers, text, body: parsed(text) };
  };
}

/** As `callerOf`, for answers that are not checked: on demand the bank sends what its document does not allow. */
export function unjudgedCallerOf(bank: PracticeBank, token: string = merchantOf(bank).token): Call {
  return async (method, path, body) => {
    const headers = { 'X-Token': token, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${bank.url}/api/merchant/${path}`, { method, headers, ...sent });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: parsed(text) };
  };
}

export async function createInvoice(call: Call, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, body, text } = await call('POST', 'invoice/create', { amount: 34_000, ...fields });
  if (status !== 200) throw new Error(text);
  return body.invoiceId;
}

export const statusOf = async (call: Call, invoiceId: string) =>
  (await call('GET', `invoice/status?invoiceId=${invoiceId}`)).body;

/** A clock that stands still until it is moved; milliseconds. */
export function fakeClock(start = Date.parse('2026-03-02T10:00:00Z')) {
  let at = start;
  return {
    now: () => at,
    forward: (seconds: number) => {
      at += seconds * 1000;
    },
  };
}
