import { useRef } from 'react';
import { call } from '../api/http.ts';
import { newKey } from '../api/keyed-attempts.ts';
import { type Change, useInvalidate } from '../api/keys.ts';

/**
 * Sends a change. The same request keeps its Idempotency-Key until it is answered, so that sending it again after a lost
 * answer writes it once. @throws ApiError
 */
export const useKeyed = (change: Change) => {
  const last = useRef<{ request: string; key: string }>(undefined);
  const invalidate = useInvalidate();
  return async <Answer>(path: string, body: object, headers?: Record<string, string>): Promise<Answer> => {
    const request = `${path} ${JSON.stringify(body)}`;
    const sent = last.current?.request === request ? last.current : { request, key: newKey() };
    last.current = sent;
    try {
      const answer = await call<Answer>(path, {
        method: 'POST',
        body,
        headers: { ...headers, 'Idempotency-Key': sent.key },
      });
      last.current = undefined;
      return answer;
    } finally {
      await invalidate(change);
    }
  };
};
