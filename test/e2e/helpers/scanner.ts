import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { keyEventsOf, type Pace, readyAt } from '../../helpers/scanner-keys.ts';

const sessions = new WeakMap<Page, Promise<CDPSession>>();
const sessionOf = (page: Page): Promise<CDPSession> => {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
};

/** When the scanner can read the next code, ms. */
const ready = new WeakMap<Page, number>();

/**
 * Types the text; a line break is Enter. The browser gets the time of each key, and no key waits for the one before it, so
 * that a busy machine does not slow the scanner down.
 */
export const scan = async (page: Page, text: string, pace: Pace = {}): Promise<void> => {
  const session = await sessionOf(page);
  // As the browser has it, also in a run with another date.
  const now = Date.now() - Number(process.env.KRAMAR_SHIFT_MS ?? 0);
  const start = Math.max(now, ready.get(page) ?? 0);
  ready.set(page, readyAt(text, start, pace));
  await setTimeout(start - now);
  await Promise.all(
    keyEventsOf(text, start, pace).map((event) => session.send('Input.dispatchKeyEvent', event)),
  );
};
