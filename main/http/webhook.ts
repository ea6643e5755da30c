import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { type Reception, WEBHOOK_PATH, type Webhook } from '../domain/webhooks/receive.ts';
import { HttpError, methodNotAllowed, notFound } from './errors.ts';

/** A status of the bank takes one or two kilobytes, with a long list of refunds some more. */
const MAX_BYTES = 262_144;
const PATH = new RegExp(`^${WEBHOOK_PATH}([1-9]\\d{0,14})/?$`);

/**
 * Receives what the bank tells by itself, outside the interface: it carries the bank's signature, not a session.
 * Anything but a 200 makes the bank send it again, up to three times.
 */
export const webhook =
  (webhooks: Webhook): Middleware =>
  async (ctx, next) => {
    const terminal = Number(PATH.exec(ctx.path)?.[1] ?? 0);
    // Off: as if the path were not there.
    if (terminal === 0 || !webhooks.isOn()) return next();
    if (ctx.method !== 'POST') throw methodNotAllowed(ctx.method, 'POST');
    if (!webhooks.hasTerminal(terminal)) throw notFound();
    const reception = await webhooks.receive(terminal, await readBytes(ctx.req), ctx.get('X-Sign'));
    const refusal = REFUSALS[reception];
    if (refusal) throw refusal();
    ctx.status = 200;
    ctx.body = '';
  };

/** What is signed and asks nothing of us (unknown here, another terminal's, another amount's) is taken, so that it is not sent again. */
const REFUSALS: Partial<Record<Reception, () => HttpError>> = {
  forged: () => new HttpError(403, "The bank's signature (X-Sign) is missing or wrong. Nothing was changed."),
  no_key: () =>
    new HttpError(
      503,
      'The key to check the signature cannot be had now. Nothing was changed. Try again later.',
      {
        'Retry-After': '60',
      },
    ),
  unreadable: () =>
    new HttpError(400, 'The body is no invoice status as the bank describes it. Nothing was changed.'),
};

/** The body as it came: the signature is over its bytes. @throws HttpError 413, 400 */
const readBytes = async (req: IncomingMessage): Promise<Buffer> => {
  if (Number(req.headers['content-length'] ?? 0) > MAX_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > MAX_BYTES) break;
      chunks.push(chunk);
    }
  } catch {
    throw new HttpError(400, 'The body did not arrive whole. Nothing was changed.');
  }
  if (size > MAX_BYTES) {
    // The rest is read and thrown away: a connection closed on a client that still sends loses it our answer.
    req.resume();
    throw tooLarge();
  }
  return Buffer.concat(chunks);
};

const tooLarge = () => new HttpError(413, `Request body too large: at most ${MAX_BYTES} bytes.`);
