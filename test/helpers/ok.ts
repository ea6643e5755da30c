import { expect } from 'vitest';
import type { Answer } from './client.ts';

/** The body of an answer that is no refusal, or has just this status. */
export const ok = async <Body>(sent: Promise<Answer<Body>>, status?: number): Promise<Body> => {
  const answer = await sent;
  if (status === undefined) expect(answer.status, answer.text).toBeLessThan(300);
  else expect(answer.status, answer.text).toBe(status);
  return answer.body;
};
