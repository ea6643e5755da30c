import type { Context } from 'koa';

/**
 * Answers a till that runs in a browser, at an origin that the owner allows (the setting `allowed_origins`):
 * https://fetch.spec.whatwg.org/#http-cors-protocol. No cookies exist, so credentials are never allowed.
 */

const REQUEST_HEADERS = [
  ...['Authorization', 'Content-Type', 'Idempotency-Key', 'Prefer', 'Accept-Language', 'Last-Event-ID'],
  ...['Refund-Approval', 'Discount-Approval'],
];
const RESPONSE_HEADERS = [
  ...['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'Retry-After', 'Idempotency-Replayed'],
  ...['Preference-Applied', 'WWW-Authenticate', 'Content-Disposition', 'X-Total-Count', 'Allow'],
];
/** Seconds; browsers keep the answer for two hours at most. */
const PREFLIGHT_KEPT_S = 7200;

const METHODS = 'GET, HEAD, POST, PATCH, DELETE';

/** Sets what the browser checks on every answer, refusals included. */
export const allowOrigin = (ctx: Context, origin: string): void => {
  ctx.set('Access-Control-Allow-Origin', origin);
  ctx.set('Access-Control-Expose-Headers', RESPONSE_HEADERS.join(', '));
};

/** A preflight carries no token: counted, it would use up the few requests that an address has without one. */
export const isPreflight = (ctx: Context): boolean =>
  ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== '';

export const answerPreflight = (ctx: Context): void => {
  ctx.set('Access-Control-Allow-Methods', METHODS);
  ctx.set('Access-Control-Allow-Headers', REQUEST_HEADERS.join(', '));
  ctx.set('Access-Control-Max-Age', String(PREFLIGHT_KEPT_S));
  // https://wicg.github.io/private-network-access: a public page asks whether it may reach a loopback address.
  if (ctx.get('Access-Control-Request-Private-Network') === 'true')
    ctx.set('Access-Control-Allow-Private-Network', 'true');
  ctx.status = 204;
};
