import { choice, count, nullable, string, timestamp } from '../../../shared/api/answers.ts';
import { HISTORY_STATES } from '../../../shared/api/statuses.ts';
import { type TerminalWithToken, terminal } from '../../../shared/operations/terminals.ts';
import { checkedTerminalName } from '../../shop/terminals/terminals.ts';
import type { Commands } from '../command.ts';
import { operationCommand } from '../operation-command.ts';
import { result } from '../results.ts';
import { terminalHistory } from '../terminal-history.ts';
import { terminalId, terminalRemove } from '../terminals.ts';
import { sentences } from '../values.ts';

/** A secret comes on stdin or from a file. */
const TOKEN = ['token-stdin', 'token-file'] as const;
const PROMPTED = 'In a terminal, without these options, the token is prompted for and not shown.';

const merchant = ({ merchant_name, merchant_id, edrpou }: TerminalWithToken): string =>
  `${merchant_name} (merchant ${merchant_id}${edrpou && `, EDRPOU ${edrpou}`})`;

export const terminalCommands = {
  'terminal add': operationCommand('terminals.add', {
    summary: 'adds a terminal; its token is checked with the bank first',
    details: [`The token comes from the bank's cabinet and is stored encrypted. ${PROMPTED}`],
    options: ['name', ...TOKEN],
    examples: [
      'terminal add --name "Каса 1"',
      'terminal add --name "Каса 1" --token-file token.txt',
      'terminal add --name "Каса 1" --token-stdin < token.txt',
    ],
    input: async ({ values, input }) => ({
      // Checked before the prompt for the token.
      name: checkedTerminalName(
        await input.text('name', values.name, 'Name of the terminal (as the shop calls it): '),
      ),
      token: await input.secret('token', values),
    }),
    lines: ({ same_token_as, registers, ...added }) => [
      sentences(
        `Terminal ${added.id} "${added.name}" was added: ${merchant(added)}.`,
        registers === null
          ? 'Its registers could not be fetched now; they will come with the next synchronisation.'
          : `Registers: ${registers}.`,
      ),
      ...same_token_as.map(
        (id) =>
          `Terminal ${id} has the same token: both are one terminal of the bank, with the same payments. ` +
          `If that was not meant, remove the new one: terminal remove ${added.id}.`,
      ),
    ],
  }),
  'terminal token': operationCommand('terminals.token', {
    summary: 'replaces the token of a terminal',
    details: [`Refused if the token belongs to another merchant. ${PROMPTED}`],
    operands: ['ID'],
    options: TOKEN,
    examples: ['terminal token 1', 'terminal token 1 --token-file token.txt'],
    input: async (call) => ({ id: terminalId(call), token: await call.input.secret('token', call.values) }),
    lines: (changed) => [`Terminal ${changed.id} "${changed.name}" has the new token: ${merchant(changed)}.`],
  }),
  'terminal rename': operationCommand('terminals.rename', {
    summary: 'gives a terminal another name',
    operands: ['ID', 'NAME'],
    examples: ['terminal rename 1 "Каса біля входу"'],
    input: (call) => ({ id: terminalId(call), name: call.value }),
    lines: ({ id, name }) => [`Terminal ${id} is called "${name}" now.`],
  }),
  'terminal remove': {
    summary: 'removes a terminal and destroys its token; its invoices stay',
    details: [
      'Refused while money of the terminal is on its way: open invoices, held money, a bank request without an outcome. Refunds of its invoices are not possible afterwards. Without a terminal to ask in, --yes is required.',
    ],
    operands: ['ID'],
    options: ['yes'],
    examples: ['terminal remove 2', 'terminal remove 2 --yes'],
    result: result(terminal.entries),
    run: terminalRemove,
  },
  'terminal history': {
    summary: 'loads the payments that the bank has from before Kramar, or shows how far it is',
    details: [
      'ACTION is start, pause, cancel, or state. Reading is the work of the running service, in idle time; a start goes on after a pause. Nothing is doubled.',
    ],
    operands: ['ID', 'ACTION'],
    examples: ['terminal history 1 start', 'terminal history 1 state --json'],
    result: result({
      id: terminal.entries.id,
      name: terminal.entries.name,
      state: choice(['none', ...HISTORY_STATES], 'What became of it.'),
      oldest: nullable(timestamp('Everything that the bank has since then is here, UTC.')),
      days_read: count('Days that were read.'),
      payments: count('Payments that the statement listed.'),
      created: count('How many of them were new here.'),
      problem: string('Code of the last failure of a bank request; "": none.'),
    }),
    run: terminalHistory,
  },
  'terminal list': operationCommand('terminals.list', {
    summary: 'lists terminals, with ids',
    examples: ['terminal list', 'terminal list --json'],
    lines: ({ terminals }) =>
      terminals.length > 0
        ? terminals.map((each) =>
            [
              ...[each.id, each.name, merchant(each)],
              ...(each.is_active ? [] : ['Not active.']),
              ...(each.has_token ? [] : ['No token.']),
            ].join('  '),
          )
        : ['There are no terminals yet. One is made with: terminal add.'],
  }),
} satisfies Commands;
