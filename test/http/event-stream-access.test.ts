import { beforeAll, describe, expect, test, vi } from 'vitest';
import { updateEmployee } from '../../main/shop/accounts/accounts.ts';
import type { Refusal } from '../helpers/client.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { writePast } from '../helpers/events.ts';
import { runEveryJob } from '../helpers/jobs.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { listenInTest, type Stream } from '../helpers/stream.ts';
import { rowsOf, withoutTrace } from '../helpers/trace.ts';
import { usualHeaders } from '../helpers/usual.ts';

// Who may listen to the stream of events, and until when.

const STREAM = { Accept: 'text/event-stream' };
const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now });
// When the bank comes back, due jobs run: now none is due.
beforeAll(() => runEveryJob(shop));

const listenTo = (token: string, lastEventId?: number) =>
  listenInTest(shop.baseUrl, { token, ...(lastEventId === undefined ? {} : { lastEventId }) });

describe('permission to listen', () => {
  test.each(['x', '1.5', '-1', '1'.repeat(16), '1, 2'])('Last-Event-ID %s: 400, as JSON', async (id) => {
    for (const method of ['GET', 'HEAD']) {
      const headers = { ...STREAM, 'Last-Event-ID': id };
      const answer = await withoutTrace(shop, () => shop.owner.send<Refusal>(method, 'events/', { headers }));
      expect(answer.status).toBe(400);
      if (method === 'GET')
        expect(answer.body).toEqual({
          detail: 'Validation failed.',
          errors: { 'Last-Event-ID': ['A valid integer is required.'] },
        });
      usualHeaders(answer);
    }
  });

  test('twenty streams of one user; one more is a 429, until one hangs up', async () => {
    const clerk = await shop.employee('busy');
    const token = await shop.signIn('busy');
    const streams = await Promise.all(Array.from({ length: 20 }, () => listenTo(token)));
    for (const { response } of streams) expect(response.statusCode).toBe(200);
    const answer = await withoutTrace(shop, () => clerk.get<Refusal>('events/', { headers: STREAM }));
    expect(answer.status).toBe(429);
    expect(answer.body.detail).toMatch(/^Request was throttled\./);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    usualHeaders(answer);
    // The list, a HEAD and all other clients are not affected.
    expect((await clerk.get('events/')).status).toBe(200);
    expect((await clerk.send('HEAD', 'events/', { headers: STREAM })).status).toBe(200);
    expect((await listenTo(await shop.signIn('owner'))).response.statusCode).toBe(200);

    streams[0]?.hangUp();
    await vi.waitFor(async () => {
      const stream = await listenTo(token);
      expect(stream.response.statusCode).toBe(200);
    });
    expect((await clerk.get('events/', { headers: STREAM })).status).toBe(429);
  });
});

describe('permissions are read again before each event', () => {
  test('withdrawn and granted again', async () => {
    await shop.employee('viewer', ['can_view_invoices']);
    const stream = await listenTo(await shop.signIn('viewer'));
    await shop.createInvoice({ amount: 1 });
    await stream.until(1);
    await updateEmployee(shop.console, 'viewer', { permissions: [] });
    await shop.createInvoice({ amount: 2 });
    writePast(shop, 'bank.unreachable');
    await stream.until(2);
    await updateEmployee(shop.console, 'viewer', { permissions: ['can_view_invoices'] });
    await shop.createInvoice({ amount: 3 });
    await stream.until(3);
    const reported = stream.events.map(({ type, data }) => [type, (data as { amount?: number }).amount]);
    expect(reported).toEqual([
      ['invoice.created', 1],
      ['bank.unreachable', undefined],
      ['invoice.created', 3],
    ]);
  });

  const endsWithExpired = async (stream: Stream) => {
    const reported = stream.events.length;
    await shop.createInvoice();
    expect(await stream.ended).toBe('ended');
    expect(stream.events).toHaveLength(reported);
    expect(stream.messages.at(-1)).toMatchObject({
      event: 'expired',
      data: { detail: expect.stringMatching(/./) },
    });
  };

  test.each([
    ['switched off', { is_active: false }],
    ['another password', { password: `${PASSWORD} 2` }],
  ])('%s: `expired`, and the end', async (username, changes) => {
    await shop.employee(username, ['can_view_invoices']);
    const stream = await listenTo(await shop.signIn(username));
    await shop.createInvoice();
    await stream.until(1);
    await updateEmployee(shop.console, username, changes);
    await endsWithExpired(stream);
  });

  test('the token’s hour is over: `expired`; with a new one no event is missed', async () => {
    const stream = await listenTo(await shop.signIn('owner'));
    await shop.createInvoice();
    await stream.until(1);
    const place = stream.lastId();
    clock.forward(3601);
    await shop.signInAgain();
    await endsWithExpired(stream);
    // The message carries no id of its own: the position is still that of the last event.
    expect(stream.lastId()).toBe(place);
    const next = await listenTo(await shop.signIn('owner'), stream.lastId());
    await next.until(1);
    const since = rowsOf(shop, 'events').map((row) => Number(row.id));
    expect(next.events.map(({ id }) => id)).toEqual(since.filter((id) => id > place));
  });
});
