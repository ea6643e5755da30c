const WINDOW_MS = 60_000;
/** From this many keys on, expired windows are swept. */
const SWEEP_AT = 1000;

export interface Allowance {
  limit: number;
  remaining: number;
  /** Seconds until the window ends, when the limit is exceeded. */
  retryAfter?: number;
}

/**
 * Counts requests in fixed windows of 60 s, each begun by its key's first request.
 * @param clock milliseconds that never go back
 */
export const createRateLimit = (clock: () => number = () => performance.now()) => {
  const windows = new Map<string, { endsAt: number; count: number }>();

  const sweep = (now: number): void => {
    for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key);
  };

  const current = (key: string, now: number) => {
    const known = windows.get(key);
    return known && known.endsAt > now ? known : { endsAt: now + WINDOW_MS, count: 0 };
  };

  return {
    /** Counts one request. */
    count: (key: string, limit: number): Allowance => {
      const now = clock();
      if (windows.size >= SWEEP_AT) sweep(now);
      const window = current(key, now);
      if (window.count >= limit)
        return { limit, remaining: 0, retryAfter: Math.max(1, Math.ceil((window.endsAt - now) / 1000)) };
      window.count += 1;
      windows.set(key, window);
      return { limit, remaining: limit - window.count };
    },
    /** Takes back a counted request that turned out to belong to another key. */
    giveBack: (key: string): void => {
      const window = windows.get(key);
      if (window && window.endsAt > clock() && window.count > 0) window.count -= 1;
    },
    /** The remaining allowance, for the headers of an uncounted answer. */
    peek: (key: string, limit: number): Allowance => ({
      limit,
      remaining: Math.max(0, limit - current(key, clock()).count),
    }),
  };
};

export type RateLimit = ReturnType<typeof createRateLimit>;
