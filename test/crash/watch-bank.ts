import http from 'node:http';
import { die, isReached, reach } from './aim.ts';
import { insertedTags } from './watch-database.ts';

/** Requests to the bank, and answers to the clients. */

export function watchBank(): void {
  const request = globalThis.fetch;
  const begun = new Set<string>();

  /** `POST invoice/create first`: a tag that this process has not sent before and has just made is a first try. */
  const described = (input: unknown, init: RequestInit | undefined): string => {
    const { pathname } = new URL(String(input));
    const what = `${init?.method ?? 'GET'} ${pathname.replace('/api/merchant/', '')}`;
    const tag = /"kramar_attempt":"(\w+)"/.exec(String(init?.body))?.[1];
    if (tag === undefined) return what;
    const isFirst = insertedTags.has(tag) && !begun.has(tag);
    begun.add(tag);
    return `${what} ${isFirst ? 'first' : 'again'}`;
  };

  globalThis.fetch = async (input, init) => {
    const what = described(input, init);
    reach('sending', what);
    const answer = request(input, init);
    // The harness makes the bank act and hang then; by this time it has acted.
    if (isReached('sent', what)) setTimeout(die, 80);
    const response = await answer;
    reach('received', what);
    return response;
  };
}

export function watchAnswers(): void {
  const response = http.ServerResponse.prototype as unknown as {
    end(...values: unknown[]): http.ServerResponse;
  };
  const { end } = response;
  response.end = function (this: http.ServerResponse, ...values) {
    const result = end.apply(this, values);
    reach('answered', `${this.req.method} ${this.req.url} ${this.statusCode}`);
    return result;
  };
}
