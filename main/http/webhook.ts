import type { Middleware } from 'koa';
import type { Reception, Webhook } from '../money/bank-state/receive-webhook.ts';
import { WEBHOOK_PATH } from '../shop/settings.ts';
import { readBytes } from './body.ts';
import { HttpError, methodNotAllowed, notFound } from './errors.ts';

/** A status of the bank takes one or two kilobytes, a long list of refunds some more. */
const MAX_BYTES = 262_144;
const PATH = new RegExp(`^${WEBHOOK_PATH}([1-9]\\d{0,14})/?$`);

/**
 * Receives the bank's webhooks, outside the interface: they carry the bank's signature, not a session. The bank repeats
 * a call up to three times unless the answer is 200.
 */
export const webhook =
  (webhooks: Webhook): Middleware =>
  async (ctx, next) => {
    const terminal = Number(PATH.exec(ctx.path)?.[1] ?? 0);
    // Off: the path answers as an unknown one.
    if (terminal === 0 || !webhooks.isOn()) return next();
    if (ctx.method !== 'POST') throw methodNotAllowed(ctx.method, 'POST');
    if (!webhooks.hasTerminal(terminal)) throw notFound();
    const reception = await webhooks.receive(
      terminal,
      await readBytes(ctx.req, MAX_BYTES, cutOff),
      ctx.get('X-Sign'),
    );
    const refusal = REFUSALS[reception];
    if (refusal) throw refusal();
    ctx.status = 200;
    ctx.body = '';
  };

/**
 * A signed status that concerns no invoice (unknown here, another terminal's, another amount's) is accepted, so that
 * the bank does not repeat it.
 */
const REFUSALS: Partial<Record<Reception, () => HttpError>> = {
  forged: () => new HttpError(403, "The bank's signature (X-Sign) is missing or wrong. Nothing was changed."),
  no_key: () =>
    new HttpError(
      503,
      'The key to check the signature cannot be had now. Nothing was changed. Try again later.',
      { 'Retry-After': '60' },
    ),
  unreadable: () =>
    new HttpError(400, 'The body is no invoice status as the bank describes it. Nothing was changed.'),
};

const cutOff = () => new HttpError(400, 'The body did not arrive whole. Nothing was changed.');
