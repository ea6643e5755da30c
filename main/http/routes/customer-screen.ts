import { EXAMPLE_TOKENS } from '../../../shared/api/auth.ts';
import {
  customerRead,
  customerScreen,
  customerShow,
  customerToken,
  customerTokenRequest,
} from '../../../shared/api/customer-screen.ts';
import { invalidPk } from '../../../shared/api/fields.ts';
import { HOUR_MS, isoTime, SECOND_MS } from '../../../shared/time.ts';
import { loadSeenOrMade } from '../../money/guard/guard.ts';
import type { Sessions } from '../../shop/accounts/sessions.ts';
import type { CustomerScreens } from '../../shop/customer-screen/customer-screens.ts';
import { ValidationError } from '../../shop/errors.ts';
import type { EventFeed } from '../../shop/events.ts';
import type { Db } from '../../store/db/connection.ts';
import { defineExtension, definePublicRoute, type Route } from '../route.ts';

interface CustomerScreenContext {
  db: Db;
  now: () => number;
  sessions: Sessions;
  screens: CustomerScreens;
  feed: EventFeed;
}

const TOKEN_MS = 12 * HOUR_MS;
const EXAMPLE_DEVICE = '7d0f5c1e-3c47-4b0e-9a52-1f4f7a1f6c11';

/** The screen that faces the customer: the charge screen shows, the customer screen reads. */
export const customerScreenRoutes = (context: CustomerScreenContext): Route[] => [
  show(context),
  issueToken(context),
  read(context),
];

const show = ({ db, screens }: CustomerScreenContext) =>
  defineExtension({
    at: 'POST customer-screen/',
    id: 'showOnCustomerScreen',
    summary: 'Show the customer what is charged, or nothing',
    description:
      'With `invoice`, everything comes from what the bank has said about it, and follows it by itself. With `amount` and ' +
      '`lines`, what is about to be charged. With neither, nothing. Repeat it within three minutes: what a silent till ' +
      'showed is taken away. An invoice that you may not see is a 400.',
    status: 204,
    access: 'can_create_invoices',
    honoursScope: true,
    body: customerShow,
    examples: {
      invoice: { summary: 'An invoice', value: { device: EXAMPLE_DEVICE, invoice: 15 } },
      nothing: { summary: 'Nothing', value: { device: EXAMPLE_DEVICE } },
    },
    handler: ({ actor, body: { device, invoice, amount, lines, is_cash, received } }) => {
      if (invoice !== undefined) {
        if (!loadSeenOrMade(db)(invoice, actor)) throw new ValidationError({ invoice: [invalidPk(invoice)] });
        screens.show(device, { invoice });
      } else if (amount === undefined && lines === undefined) screens.show(device, undefined);
      else
        screens.show(device, {
          amount: amount ?? null,
          lines: lines ?? [],
          isCash: is_cash,
          received: received ?? null,
        });
    },
  });

const issueToken = ({ sessions, now }: CustomerScreenContext) =>
  defineExtension({
    at: 'POST customer-screen/token/',
    id: 'issueCustomerScreenToken',
    summary: 'Get a token for a customer screen (12 hours)',
    description:
      'It reads what is shown under `device`, and is refused everywhere else. A changed password, a rotated or revoked key, a ' +
      'deactivated account and the loss of the right to create invoices end it.',
    answer: customerToken,
    status: 201,
    access: 'can_create_invoices',
    honoursScope: true,
    body: customerTokenRequest,
    examples: { till: { summary: 'The screen of one till', value: { device: EXAMPLE_DEVICE } } },
    handler: async ({ actor, body }) => {
      const expires = now() + TOKEN_MS;
      return { token: await sessions.issueDisplay(actor, body.device), expires_at: isoTime(expires) };
    },
  });

const read = ({ sessions, screens, feed }: CustomerScreenContext) =>
  definePublicRoute({
    at: 'POST customer-screen/read/',
    id: 'readCustomerScreen',
    summary: 'Read what a customer screen shows, or wait for it to change',
    description:
      'With `version` and `wait` the answer comes once something else is to be shown: a payment that the bank confirms is ' +
      'shown at once.',
    answer: customerScreen,
    isExtension: true,
    isLongRunning: true,
    body: customerRead,
    examples: { token: { summary: 'At once', value: { token: EXAMPLE_TOKENS.access } } },
    countsFor: 'token',
    handler: async ({ body: { token, version, wait }, signal }) => {
      const device = await sessions.displayDevice(token);
      if (version !== undefined && wait !== undefined) {
        const until = AbortSignal.any([signal, feed.closed]);
        await screens.waitFor(device, version, wait * SECOND_MS, until);
        // Its account may have been deactivated meanwhile.
        await sessions.displayDevice(token);
      }
      return screens.read(device);
    },
  });
