import type { CDPSession, Page } from '@playwright/test';

/** A barcode scanner: a keyboard whose keys follow each other at a set pace. */

const sessions = new WeakMap<Page, Promise<CDPSession>>();
const sessionOf = (page: Page): Promise<CDPSession> => {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
};

interface Key {
  key: string;
  code: string;
  text: string;
  windowsVirtualKeyCode: number;
}

const keyOf = (character: string): Key => {
  if (character === '\n') return { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 };
  const upper = character.toUpperCase();
  const code = /\d/.test(character) ? `Digit${character}` : `Key${upper}`;
  return { key: character, code, text: character, windowsVirtualKeyCode: upper.charCodeAt(0) };
};

/**
 * Types the text; a line break is Enter. The browser gets the time of each key, so that a busy machine does not slow the
 * scanner down.
 * @param gapMs between two keys
 * @param lastGapMs before the last one
 */
export const scan = async (page: Page, text: string, gapMs = 8, lastGapMs = gapMs): Promise<void> => {
  const session = await sessionOf(page);
  const start = Date.now();
  for (const [at, character] of [...text].entries()) {
    const isLast = at === text.length - 1;
    const timestamp = (start + at * gapMs + (isLast ? lastGapMs - gapMs : 0)) / 1000;
    const key = keyOf(character);
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, ...key });
  }
};
