import * as v from 'valibot';
import { type Event, event } from '../../../shared/api/events.ts';
import { sample } from '../../helpers/sample.ts';
import { ANSWERS } from './answers.ts';

/** The interface as a test answers it: `fetch` is replaced, and what is answered has the shape that the service gives. */

export interface Sent {
  /** `POST carts/{id}/take/` */
  route: string;
  /** The numbers in its path. */
  ids: number[];
  search: URLSearchParams;
  headers: Headers;
  /** Aborted once nobody waits for the answer. */
  signal: AbortSignal | undefined;
  body: unknown;
}

/** What an answer is made of; a function makes it of the request. */
type Given<Answer> = Answer | ((sent: Sent) => Answer | Response | Promise<Answer | Response>);
export type Answers = {
  [Route in keyof typeof ANSWERS]?: Given<v.InferInput<(typeof ANSWERS)[Route]>>;
};

interface Held {
  matches(sent: Sent): boolean;
  count: number;
  released: Promise<void>;
}

let answers: Answers = {};
let held: Held[] = [];
let unexpected: string[] = [];
let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
/** What was sent since the test began, in its order. */
const sent: Sent[] = [];

/** Answers these routes from now on, the others as before. */
export const serve = (more: Answers): void => {
  answers = { ...answers, ...more };
};

/** The bodies of what was sent to a route. */
export const bodiesOf = (route: keyof typeof ANSWERS): unknown[] =>
  sent.filter((request) => request.route === route).map(({ body }) => body);

/** Holds back requests until they are released. @param matches of the requests to the route, those to be held */
export const hold = (route: keyof typeof ANSWERS, matches: (sent: Sent) => boolean = () => true) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const entry: Held = {
    matches: (request) => request.route === route && matches(request),
    count: 0,
    released: promise,
  };
  held.push(entry);
  return {
    count: () => entry.count,
    release: (): void => {
      held = held.filter((each) => each !== entry);
      resolve();
    },
  };
};

/** The service reports something that happened. @param invoice the id of the one that it is about */
export const report = (type: Event['type'], invoice: number | null = null): void => {
  const data = JSON.stringify(sample(event, { type, invoice }));
  stream?.enqueue(new TextEncoder().encode(`event: ${type}\ndata: ${data}\n\n`));
};

/** A refusal as the service words it. */
export const refusal = (status: number, body: object): Response => Response.json(body, { status });

const events = (): Response => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stream = controller;
      controller.enqueue(new TextEncoder().encode('event: ready\ndata: {}\n\n'));
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
};

const requestOf = (url: URL, { method = 'GET', headers, body, signal }: RequestInit): Sent => {
  const ids: number[] = [];
  const path = url.pathname.replace('/api/v1/', '').replaceAll(/\d+/g, (digits) => {
    ids.push(Number(digits));
    return '{id}';
  });
  return {
    route: `${method} ${path}`,
    ids,
    search: url.searchParams,
    headers: new Headers(headers),
    signal: signal ?? undefined,
    body: typeof body === 'string' ? JSON.parse(body) : body,
  };
};

const answerOf = async (request: Sent): Promise<Response> => {
  const route = request.route as keyof typeof ANSWERS;
  const given = answers[route] as Given<unknown> | undefined;
  if (given === undefined) {
    unexpected.push(request.route);
    return refusal(404, { detail: 'Not found.' });
  }
  const answer = typeof given === 'function' ? await given(request) : given;
  return answer instanceof Response ? answer : Response.json(v.parse(ANSWERS[route], answer));
};

const realFetch = globalThis.fetch;
globalThis.fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input, location.origin);
  if (!url.pathname.startsWith('/api/v1/')) return realFetch(input, init);
  const request = requestOf(url, init);
  if (request.route === 'GET events/') return events();
  sent.push(request);
  const holding = held.filter((each) => each.matches(request));
  for (const each of holding) each.count += 1;
  await Promise.all(holding.map(({ released }) => released));
  return answerOf(request);
};

/** Forgets what a test answered. @returns the requests that it did not answer */
export const forgetAnswers = (): string[] => {
  const missed = unexpected;
  stream?.close();
  stream = undefined;
  answers = {};
  held = [];
  unexpected = [];
  sent.length = 0;
  return missed;
};
