import { setTimeout as pause } from 'node:timers/promises';
import type Koa from 'koa';
import * as v from 'valibot';
import { alterationSchema, alterBody } from './alterations.ts';

const milliseconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(600_000));

/**
 * A fault of the transport. `acts` says whether the bank does the work first: by default `half-body`, `malformed-json`,
 * `altered`, `empty-object` and `null-lists` act, all others do not. `actsAfterMs` delays the work beyond the fault, like a slow bank whose client
 * has disconnected.
 */
export const faultSchema = v.strictObject({
  kind: v.picklist([
    'delay', // works `ms` later, and then answers properly; with `acts`, works at once and answers `ms` later
    'hang', // never answers
    'reset', // the connection is torn off
    'half-body', // half of the answer, then the connection ends
    'malformed-json',
    'internal-error', // 500, JSON
    'bad-gateway', // 502, HTML
    'unavailable', // 503, empty
    'gateway-timeout', // 504, HTML
    'too-many-requests', // 429 TMR with Retry-After
    'refusal', // `status` with `errCode`
    'altered', // the proper answer, with the changes of `set` and `drop`
    'firewall', // 403, HTML: the firewall keeps this address out
    'empty-object', // 200, `{}`
    'null-lists', // the proper answer, with null in place of every list
  ]),
  /** Affected calls: a path with `*` for anything; without a leading slash it is under /api/merchant/. */
  path: v.optional(v.pipe(v.string(), v.minLength(1)), '*'),
  method: v.optional(v.picklist(['GET', 'POST'])),
  /** Limits it to calls with this X-Token. */
  token: v.optional(v.string()),
  /** Limits it to calls that name this invoice. */
  invoiceId: v.optional(v.string()),
  /** Number of affected calls. */
  times: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1)), 1),
  acts: v.optional(v.boolean()),
  actsAfterMs: v.optional(milliseconds),
  /** For `delay`. */
  ms: v.optional(milliseconds, 1000),
  /** For `too-many-requests`. */
  retryAfterSeconds: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 1),
  /** For `refusal`. */
  status: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(400), v.maxValue(599)), 400),
  errCode: v.optional(v.string(), 'BAD_REQUEST'),
  /** For `altered`. */
  ...alterationSchema.entries,
});

export type Fault = v.InferInput<typeof faultSchema>;
export type ActiveFault = v.InferOutput<typeof faultSchema> & { readonly left: number };

function pattern(path: string): RegExp {
  const full = path.startsWith('/') ? path : `/api/merchant/${path}`;
  return new RegExp(`^${full.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);
}

const namedInvoice = (ctx: Koa.Context): unknown =>
  ctx.query.invoiceId ?? (ctx.request.body as { invoiceId?: unknown } | undefined)?.invoiceId;

const matches = (fault: ActiveFault, ctx: Koa.Context) =>
  (fault.method === undefined || fault.method === ctx.method) &&
  (fault.token === undefined || fault.token === ctx.get('X-Token')) &&
  (fault.invoiceId === undefined || fault.invoiceId === namedInvoice(ctx)) &&
  pattern(fault.path).test(ctx.path);

function answer(ctx: Koa.Context, status: number, type: string, body: string): void {
  ctx.status = status;
  ctx.type = type;
  ctx.body = body;
}

const html = (title: string) =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`;

const error = (errCode: string, errText: string) => JSON.stringify({ errCode, errText });

/** Takes the answer from Koa and leaves the connection open. */
function keepConnectionOpen(ctx: Koa.Context): void {
  ctx.respond = false;
}

/**
 * Ends the connection instead of resetting it, so that the half arrives: the client fails while reading the body, not
 * before.
 */
function sendHalf(ctx: Koa.Context): void {
  const whole = Buffer.from(JSON.stringify(ctx.body ?? {}));
  keepConnectionOpen(ctx);
  ctx.res.writeHead(ctx.status, { 'content-type': 'application/json', 'content-length': whole.length });
  ctx.res.write(whole.subarray(0, Math.ceil(whole.length / 2)), () => ctx.req.socket.destroy());
}

const APPLY_FAULT: Record<Exclude<Fault['kind'], 'delay'>, (ctx: Koa.Context, fault: ActiveFault) => void> = {
  hang: keepConnectionOpen,
  reset(ctx) {
    keepConnectionOpen(ctx);
    ctx.req.socket.resetAndDestroy();
  },
  'half-body': sendHalf,
  'malformed-json': (ctx) => answer(ctx, 200, 'application/json', '{"invoiceId": "p2_'),
  'internal-error': (ctx) =>
    answer(ctx, 500, 'application/json', error('INTERNAL_ERROR', 'internal server error')),
  'bad-gateway': (ctx) => answer(ctx, 502, 'text/html', html('502 Bad Gateway')),
  unavailable(ctx) {
    ctx.status = 503;
    ctx.body = null;
    ctx.status = 503; // Koa turns a null body into 204
  },
  'gateway-timeout': (ctx) => answer(ctx, 504, 'text/html', html('504 Gateway Time-out')),
  'too-many-requests'(ctx, fault) {
    ctx.set('Retry-After', String(fault.retryAfterSeconds));
    answer(ctx, 429, 'application/json', error('TMR', 'too many requests'));
  },
  refusal: (ctx, { status, errCode }) =>
    answer(ctx, status, 'application/json', error(errCode, 'refused on demand')),
  firewall: (ctx) => answer(ctx, 403, 'text/html', html('403 Forbidden')),
  'empty-object': (ctx) => answer(ctx, 200, 'application/json', '{}'),
  'null-lists'(ctx) {
    if (ctx.status === 200) ctx.body = withoutLists(ctx.body);
  },
  altered(ctx, { set, drop }) {
    if (ctx.status === 200) ctx.body = alterBody(ctx.body, { set, drop });
  },
};

const AFTER_ACTING: readonly Fault['kind'][] = [
  'half-body',
  'malformed-json',
  'altered',
  'empty-object',
  'null-lists',
];

const withoutLists = (body: unknown): unknown =>
  typeof body === 'object' && body !== null
    ? Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? null : value]),
      )
    : body;

const actsFirst = (fault: ActiveFault) =>
  fault.actsAfterMs === undefined && (fault.acts ?? AFTER_ACTING.includes(fault.kind));

export function openFaults() {
  let active: ActiveFault[] = [];
  let pending = 0;
  const stopping = new AbortController();

  /** Resolves to false when the bank has stopped meanwhile. */
  async function delayed(ms: number): Promise<boolean> {
    pending += 1;
    try {
      return await pause(ms, true, { ref: false, signal: stopping.signal });
    } catch {
      return false;
    } finally {
      pending -= 1;
    }
  }

  async function delay(ctx: Koa.Context, fault: ActiveFault, next: Koa.Next): Promise<void> {
    if (fault.acts) await next();
    if (!(await delayed(fault.ms))) keepConnectionOpen(ctx);
    else if (!fault.acts) await next();
  }

  /** Works after the answer; the call's result is discarded. */
  async function actLater(ms: number, next: Koa.Next): Promise<void> {
    if (await delayed(ms)) await next();
  }

  /** Takes the first match and decrements its count. */
  function take(ctx: Koa.Context): ActiveFault | undefined {
    const fault = active.find((each) => matches(each, ctx));
    if (fault) {
      active = active.flatMap((each) => {
        if (each !== fault) return [each];
        return each.left > 1 ? [{ ...each, left: each.left - 1 }] : [];
      });
    }
    return fault;
  }

  return {
    add(fault: Fault): void {
      const known = v.parse(faultSchema, fault);
      active.push({ ...known, left: known.times });
    },
    clear(): void {
      active = [];
    },
    /** Removes the faults that name this invoice. */
    clearFor(invoiceId: string): void {
      active = active.filter((fault) => fault.invoiceId !== invoiceId);
    },
    /** Calls still to be worked on or answered because a fault delays them. */
    pending: () => pending,
    list: (): readonly ActiveFault[] => active,
    /** Cancels delayed work. */
    stop: () => stopping.abort(),
    async middleware(ctx: Koa.Context, next: Koa.Next): Promise<void> {
      const fault = take(ctx);
      if (!fault) return next();
      if (fault.kind === 'delay') return delay(ctx, fault, next);
      if (actsFirst(fault)) await next();
      APPLY_FAULT[fault.kind](ctx, fault);
      if (fault.actsAfterMs !== undefined) void actLater(fault.actsAfterMs, next);
    },
  };
}
