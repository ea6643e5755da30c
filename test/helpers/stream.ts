import { type IncomingMessage, request } from 'node:http';
import { expect, onTestFinished, vi } from 'vitest';
import type { Event } from '../../shared/api/events.ts';
import { checkedEvent } from './events.ts';

/** One message of a stream, as the standard reads it: https://html.spec.whatwg.org/multipage/server-sent-events.html */
interface Message {
  /** The last id received, with this message or before it. */
  lastId: string;
  event: string;
  data: unknown;
}

/** Reads messages out of text that arrives in pieces. */
const parser = (report: (message: Message) => void, comment: (text: string) => void) => {
  let rest = '';
  let lastId = '';
  let event = 'message';
  let data: string[] = [];
  const fields: Record<string, (value: string) => void> = {
    '': comment,
    id: (value) => {
      lastId = value;
    },
    event: (value) => {
      event = value;
    },
    data: (value) => {
      data.push(value);
    },
    retry: (value) => expect(value).toMatch(/^[0-9]+$/),
  };
  const dispatch = (): void => {
    if (data.length > 0) report({ lastId, event, data: JSON.parse(data.join('\n')) });
    event = 'message';
    data = [];
  };
  const line = (text: string): void => {
    if (text === '') {
      dispatch();
      return;
    }
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(text) ?? [];
    const field = fields[name];
    if (!field) throw new Error(`No field of a stream: ${text}`);
    field(value);
  };
  return (piece: string): void => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const each of lines) line(each);
  };
};

interface ListenOptions {
  token: string;
  lastEventId?: number | string;
  after?: number;
  /** Only events of invoices that the user created. */
  mine?: boolean;
}

const open = (
  baseUrl: string,
  { token, lastEventId, after, mine }: ListenOptions,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const address = new URL('events/', baseUrl);
    if (after !== undefined) address.searchParams.set('after', String(after));
    if (mine) address.searchParams.set('mine', 'true');
    const headers = {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': String(lastEventId) }),
    };
    request(address, { agent: false, headers }, resolve).on('error', reject).end();
  });

/** Listens to the stream. Resolves when the service has answered. */
export const listen = async (baseUrl: string, requested: ListenOptions) => {
  const response = await open(baseUrl, requested);
  const messages: Message[] = [];
  const events: Event[] = [];
  const comments: string[] = [];
  const read = parser(
    (message) => {
      messages.push(message);
      if (message.event.includes('.')) events.push(checkedEvent(message.data));
    },
    (text) => comments.push(text),
  );
  let isCut = false;
  response.setEncoding('utf8');
  response.on('data', read);
  const ended = new Promise<'ended' | 'cut'>((resolve) => {
    // A broken connection is no end of the answer: chunked encoding marks its own end.
    response.on('error', () => resolve('cut'));
    response.on('close', () => resolve(response.complete && !isCut ? 'ended' : 'cut'));
  });
  const stream = {
    response,
    messages,
    comments,
    /** The events, without the stream's own messages. */
    events,
    /** The last id received. */
    lastId: () => Number(messages.at(-1)?.lastId ?? Number.NaN),
    /** Waits for that many events. */
    until: (count: number) => stream.untilTold(() => events.length >= count),
    untilTold: (isReported: () => boolean) =>
      vi.waitFor(
        () => {
          const [latest] = messages.slice(-1);
          if (!isReported())
            throw new Error(`${messages.length} messages, the last ${latest?.event} ${latest?.lastId}.`);
        },
        { interval: 5 },
      ),
    /** How it ended: by the service, in order, or torn. */
    ended,
    hangUp: () => {
      isCut = true;
      response.destroy();
    },
  };
  return stream;
};

export type Stream = Awaited<ReturnType<typeof listen>>;

/** The same, until the test is over. */
export const listenInTest = async (...given: Parameters<typeof listen>): Promise<Stream> => {
  const stream = await listen(...given);
  onTestFinished(stream.hangUp);
  return stream;
};
