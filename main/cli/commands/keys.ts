import type { TillKey } from '../../../shared/operations/keys.ts';
import { byBound } from '../../../shared/rights.ts';
import type { Call, Commands } from '../command.ts';
import { operationCommand } from '../operation-command.ts';
import {
  describeLimits,
  describeRights,
  given,
  operandId,
  RIGHTS_OPTIONS,
  requireChange,
  rightsOf,
  sentences,
  terminalOf,
} from '../values.ts';

const OPTIONS = ['name', 'terminal', ...RIGHTS_OPTIONS] as const;

const idOf = (call: Call): number =>
  operandId(call, 'The ID of a key is a whole number. Key list shows them.');
const byId = (call: Call) => ({ id: idOf(call) });

const describe = (key: TillKey): string =>
  sentences(
    describeRights(key),
    key.terminal !== null && `Only terminal ${key.terminal}.`,
    key.own_sales_only && 'Only its own sales.',
    key.catalog_prices_only && 'Only at the prices of the catalog.',
    key.catalog_read_only && 'Changes nothing in the catalog.',
    key.last_used_at === null ? 'Not used yet.' : `Last used ${key.last_used_at}.`,
    !key.is_active && key.revoked_at === null && `Off since a restore; key on ${key.id} turns it on.`,
    key.revoked_at !== null && `Revoked ${key.revoked_at}.`,
    describeLimits(key),
  );

/** The only time that a key is shown. */
const issued = (key: TillKey & { key: string }, what: string) => [
  `Key ${key.id} "${key.name}" ${what}. ${describe(key)}`,
  'It is shown only now; keep it where the till app keeps its settings:',
  key.key,
];

export const keyCommands = {
  'key add': operationCommand('keys.add', {
    summary: 'creates a key for a till app and shows it once',
    options: OPTIONS,
    examples: [
      'key add --name "Till 1"',
      'key add --name "Till 2" --can view_invoices,create_invoices --terminal 1 --own-sales true',
    ],
    input: async ({ values, input }) => ({
      permissions: ['can_view_invoices', 'can_create_invoices'],
      ...byBound(() => false),
      ...rightsOf(values),
      terminal: terminalOf(values.terminal ?? 'all'),
      name: await input.text('name', values.name, 'Name of the key, as the till is called: '),
    }),
    lines: (key) => issued(key, 'was made'),
  }),
  'key set': operationCommand('keys.change', {
    summary: 'changes what a key may do, from its next request on',
    details: ['What is not named stays as it is.'],
    operands: ['ID'],
    options: OPTIONS,
    examples: ['key set 4 --can view_invoices', 'key set 4 --terminal all --refund-limit 500'],
    input: (call) => {
      const { name, terminal } = call.values;
      const changes = given({
        name,
        terminal: terminal === undefined ? undefined : terminalOf(terminal),
        ...rightsOf(call.values),
      });
      requireChange('key set', changes, OPTIONS);
      return { id: idOf(call), ...changes };
    },
    lines: (key) => [`Key ${key.id} "${key.name}" was changed. ${describe(key)}`],
  }),
  'key rotate': operationCommand('keys.rotate', {
    summary: 'replaces a key by a new one; the old one stops working',
    operands: ['ID'],
    examples: ['key rotate 4'],
    input: byId,
    lines: (key) => issued(key, 'was replaced; the old one stops working at once'),
  }),
  'key on': operationCommand('keys.change', {
    summary: 'turns a key on that a restore has turned off',
    operands: ['ID'],
    examples: ['key on 4'],
    input: (call) => ({ id: idOf(call), is_active: true }),
    lines: (key) => [`Key ${key.id} "${key.name}" works. ${describe(key)}`],
  }),
  'key revoke': operationCommand('keys.revoke', {
    summary: 'ends a key for good',
    operands: ['ID'],
    examples: ['key revoke 4'],
    input: byId,
    lines: ({ id, name }) => [`Key ${id} "${name}" no longer works. The invoices that it created stay.`],
  }),
  'key list': operationCommand('keys.list', {
    summary: 'lists keys, with ids, permissions and last use',
    examples: ['key list'],
    lines: ({ keys }) =>
      keys.length > 0
        ? keys.map((key) => `${key.id}  …${key.hint}  ${key.name}  ${describe(key)}`)
        : ['There are no keys yet. One is made with: key add.'],
  }),
} satisfies Commands;
