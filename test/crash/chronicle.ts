import { setTimeout as sleep } from 'node:timers/promises';
import type { Event } from '../../shared/api/events.ts';
import type { Page } from '../../shared/api/pages.ts';
import type { Books } from './books.ts';
import { type CrashShop, Gone } from './shop.ts';

/** The log of events: it has each event once, and a client that reads on misses none. */

const BIRTHS = ['invoice.created', 'invoice.adopted', 'invoice.found'];

export const eventDifferences = ({ invoices, events }: Books): string[] => {
  const facts = events.map((event) => ({
    ...event,
    reported: JSON.parse(event.data) as Record<string, unknown>,
  }));
  const byInvoice = Map.groupBy(facts, ({ invoice_id }) => invoice_id);
  return invoices.flatMap(({ id, status, amount }) => {
    const about = byInvoice.get(id) ?? [];
    const births = about.filter(({ type }) => BIRTHS.includes(type));
    const last = about.findLast(({ reported }) => 'status' in reported);
    const gaps = about.filter(
      ({ type, reported }, at) =>
        type === 'invoice.status_changed' &&
        reported.previous_status !==
          about.slice(0, at).findLast((before) => 'status' in before.reported)?.reported.status,
    );
    return [
      ...(births.length === 1 && births[0] === about[0]
        ? []
        : [
            `Invoice ${id} (${status}, ${amount}) appears in: ${about.map(({ type }) => type).join(', ') || 'no event'}`,
          ]),
      ...(births.length === 0 || last?.reported.status === status
        ? []
        : [`Invoice ${id} is ${status}, and the last event says ${last?.reported.status}`]),
      ...gaps.map((gap) => `Event ${gap.id} of invoice ${id} does not follow on the one before`),
    ];
  });
};

/** Two clients that follow the events through all lives: one reads page by page, one reads the stream. */
export const openFollowers = (shop: CrashShop) => {
  const pages: Event[] = [];
  const stream: Event[] = [];
  let isOver = false;

  const readOn = async (): Promise<void> => {
    for (;;) {
      const after = pages.at(-1)?.id ?? 0;
      const page = await shop.ask200<Page<Event>>('GET', `events/?after=${after}&page_size=200`);
      pages.push(...page.results);
      if (page.results.length < 200) return;
    }
  };

  const listen = async (): Promise<void> => {
    let rest = '';
    const response = await shop.openStream(stream.at(-1)?.id ?? 0);
    for await (const chunk of response) {
      const messages = (rest + chunk).split('\n\n');
      rest = messages.pop() ?? '';
      for (const message of messages) {
        const data = /^data: (\{"id":.*)$/m.exec(message)?.[1];
        if (data !== undefined) stream.push(JSON.parse(data));
      }
    }
  };

  const listening = (async () => {
    while (!isOver) {
      // However it ends: the client continues where it was.
      if (shop.isServing()) await listen().catch(() => undefined);
      await sleep(50);
    }
  })();

  /** @param events as they were written; what is written meanwhile, as that the bank is back, is compared the next time */
  const differences = async (events: Books['events']): Promise<string[]> => {
    await readOn();
    const last = events.at(-1)?.id ?? 0;
    const isBehind = () => (stream.at(-1)?.id ?? 0) < last;
    const upToThem = (seen: readonly Event[]) => seen.filter(({ id }) => id <= last);
    for (let wait = 0; isBehind() && wait < 5000; wait += 50) await sleep(50);
    const written = events.map(({ id, type, invoice_id, data }) =>
      textOf(id, type, invoice_id, JSON.parse(data)),
    );
    return [
      ...compared('page by page', upToThem(pages), written),
      ...compared('as a stream', upToThem(stream), written),
    ];
  };

  return {
    differences,
    /** At any time; its findings are kept. */
    readOn: (): Promise<void> =>
      readOn().catch((error: unknown) => {
        if (!(error instanceof Gone)) throw error;
      }),
    leave: async () => {
      isOver = true;
      await listening;
    },
  };
};

const textOf = (id: number, type: string, invoice: number | null, data: object): string =>
  JSON.stringify([id, type, invoice, data]);

const compared = (how: string, seen: readonly Event[], written: readonly string[]): string[] => {
  const texts = seen.map(({ id, type, invoice, data }) => textOf(id, type, invoice, data));
  const at = written.findIndex((text, index) => text !== texts[index]);
  const where = at >= 0 ? at : written.length;
  if (at < 0 && texts.length === written.length) return [];
  return [
    `The client that follows the events ${how} received ${texts.length} of ${written.length}; the first difference: written ${written[where]}, received ${texts[where]}`,
  ];
};
