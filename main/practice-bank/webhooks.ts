import { createSign, generateKeyPairSync } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Book } from './book.ts';
import type { Invoice } from './records.ts';

const TRIES = 3;
const TRY_TIMEOUT_MS = 5_000;

/** One attempt to deliver a webhook; `status` is the receiver's answer, absent without one. */
export interface Delivery {
  readonly invoiceId: string;
  readonly url: string;
  readonly body: string;
  readonly signature: string;
  readonly attempt: number;
  readonly status?: number;
}

interface WebhookPorts {
  /** Pause between attempts, milliseconds. */
  readonly retryMs: number;
  /** The bank's present answer about an invoice. */
  readonly bodyOf: (invoice: Invoice) => unknown;
}

export function openWebhooks({ retryMs, bodyOf }: WebhookPorts) {
  let signer: Signer = newSigner();
  let isLost = false;
  const deliveries: Delivery[] = [];
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();

  async function send(url: string, body: string, signature: string): Promise<number | undefined> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TRY_TIMEOUT_MS)]);
    const headers = { 'content-type': 'application/json', 'x-sign': signature };
    try {
      const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return undefined;
    }
  }

  async function deliver(invoiceId: string, url: string, body: string): Promise<void> {
    const signature = signer.sign(body);
    for (let attempt = 1; attempt <= TRIES && !stopping.signal.aborted; attempt++) {
      if (attempt > 1) await pause(retryMs, undefined, { signal: stopping.signal }).catch(() => {});
      const status = await send(url, body, signature);
      deliveries.push({ invoiceId, url, body, signature, attempt, ...(status !== undefined && { status }) });
      if (status === 200) return;
    }
  }

  /** Sends the present state, again if need be: deliveries can repeat. */
  function resend(invoice: Invoice): void {
    if (invoice.webHookUrl === undefined || isLost) return;
    // The body is fixed now: a later change is another delivery, and may overtake this one.
    const delivery = deliver(invoice.invoiceId, invoice.webHookUrl, JSON.stringify(bodyOf(invoice)));
    const tracked = delivery.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  }

  /** A change of the register is not reported to the merchant's webhook. */
  const isSameForWebhook = (one: Invoice, other: Invoice) =>
    JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other));

  /** Resolves when no delivery is pending. */
  async function idle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  return {
    /** All delivery attempts. */
    deliveries: deliveries as readonly Delivery[],
    publicKey: () => signer.publicKey,
    /** Creates a new key pair, as when the bank changes its own: earlier signatures no longer verify. */
    rotateKey(): void {
      signer = newSigner();
    },
    /** Signs with the present key a body that this bank would not send by itself: its X-Sign, base64. */
    sign: (body: string) => signer.sign(body),
    changed(after: Invoice, before: Invoice | undefined): void {
      if (before && after.status !== 'expired' && !isSameForWebhook(after, before)) resend(after);
    },
    resend,
    /** Lost webhooks are never sent, as with an address that the bank cannot reach. */
    lose(value: boolean): void {
      isLost = value;
    },
    idle,
    async stop(): Promise<void> {
      stopping.abort();
      await idle();
    },
  };
}

interface Signer {
  /** The answer of /api/merchant/pubkey: base64 of the PEM. */
  readonly publicKey: string;
  /** ECDSA over SHA-256 of the raw body, ASN.1/DER, base64. */
  sign(body: string): string;
}

export function newSigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return {
    publicKey: Buffer.from(pem).toString('base64'),
    sign: (body) => createSign('sha256').update(body).sign(privateKey, 'base64'),
  };
}

const EARLY_MS = 5;

/**
 * Reports refunds that end, or begin to show, later by a webhook at that time. Answers do not depend on the timers,
 * they follow the bank's clock.
 */
export function openRefundTimers(book: Book, resend: (invoice: Invoice) => void) {
  const timers = new Set<NodeJS.Timeout>();

  function at(time: number, work: () => void): void {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        if (time <= book.now()) work();
        // Timers may fire slightly early.
      },
      time - book.now() + EARLY_MS,
    );
    timer.unref();
    timers.add(timer);
  }

  return {
    changed({ invoiceId, refunds }: Invoice, before: Invoice | undefined): void {
      const isNew = refunds.length > (before?.refunds.length ?? 0);
      const { settles, shownFrom } = (isNew && refunds.at(-1)) || {};
      // Reading an invoice ends its overdue refunds, and the change is reported.
      if (settles) at(settles.at, () => book.find(invoiceId));
      if (shownFrom !== undefined)
        at(shownFrom, () => {
          const invoice = book.find(invoiceId);
          if (invoice) resend(invoice);
        });
    },
    stop(): void {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
