import { onTestFinished } from 'vitest';
import type { PracticeBankOptions } from '../../main/practice-bank/parts.ts';
import type { PracticeBank, PracticeMerchant } from '../../main/practice-bank/practice-bank.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { judgeAnswer, judgeRequest } from '../bank/judge.ts';
import { stoppedClock } from '../helpers/clock.ts';

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

/** A bank, and its first merchant at it. */
export async function openBank(options: PracticeBankOptions = {}) {
  const bank = await startBank(options);
  return { bank, call: callerOf(bank) };
}

/** The same with a clock that stands still until it is moved. */
export async function openStillBank() {
  const clock = fakeClock();
  return { clock, ...(await openBank({ now: clock.now })) };
}

/** A form, sent as a browser does, which follows. */
export async function submit(
  bank: PracticeBank,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const body = new URLSearchParams(fields);
  const answer = await fetch(bank.url + path, {
    method: 'POST',
    body,
    headers: { origin: bank.url, ...headers },
  });
  return { status: answer.status, url: answer.url, text: await answer.text() };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls the bank as its merchant would; on demand it answers what its document does not allow. Paths are under /api/merchant/. */
export function unjudgedCallerOf(bank: PracticeBank, token: string = merchantOf(bank).token): Call {
  return async (method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { 'X-Token': token, ...(sent.body && { 'content-type': 'application/json' }) };
    const answer = await fetch(`${bank.url}/api/merchant/${path}`, { method, headers, ...sent });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: parsed(text) };
  };
}

/** The same, and every answer is judged by the bank's document, and so is every request that the bank has found good. */
export function callerOf(bank: PracticeBank, token?: string): Call {
  const send = unjudgedCallerOf(bank, token);
  return async (method, path, body) => {
    const answer = await send(method, path, body);
    judgeAnswer(method, `/api/merchant/${path}`, answer.status, answer.text);
    if (answer.status === 200) judgeRequest(method, `/api/merchant/${path}`, body);
    return answer;
  };
}

export async function createInvoice(call: Call, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, body, text } = await call('POST', 'invoice/create', { amount: 34_000, ...fields });
  if (status !== 200) throw new Error(text);
  return body.invoiceId;
}

export const statusOf = async (call: Call, invoiceId: string) =>
  (await call('GET', `invoice/status?invoiceId=${invoiceId}`)).body;

export const fakeClock = () => stoppedClock(Date.parse('2026-03-02T10:00:00Z'));
