import * as v from 'valibot';
import { choice, count, flag, id, nullable, string, timestamp } from '../../../shared/api/answers.ts';
import { HISTORY_STATES } from '../../../shared/api/statuses.ts';
import type { Commands } from '../command.ts';
import { result } from '../results.ts';
import { terminalHistory } from '../terminal-history.ts';
import { terminalAdd, terminalList, terminalRemove, terminalRename, terminalToken } from '../terminals.ts';

/** A secret comes on stdin or from a file. */
const TOKEN = ['token-stdin', 'token-file'] as const;
const PROMPTED = 'In a terminal, without these options, the token is prompted for and not shown.';

const terminalFields = {
  id: id('Identifier of the terminal.'),
  name: string('Name of the terminal in the shop.', 'Каса 1'),
  merchant_id: string("The bank's identifier of the merchant.", 'prKavarnia'),
  merchant_name: string("The merchant's name at the bank.", 'Кав’ярня «Зерно»'),
  edrpou: string('Company registry code; "" if the bank names none.', '3141592653'),
};
const terminal = result(terminalFields);

export const terminalCommands = {
  'terminal add': {
    summary: 'adds a terminal; its token is checked with the bank first',
    details: [`The token comes from the bank's cabinet and is stored encrypted. ${PROMPTED}`],
    options: ['name', ...TOKEN],
    examples: [
      'terminal add --name "Каса 1"',
      'terminal add --name "Каса 1" --token-file token.txt',
      'terminal add --name "Каса 1" --token-stdin < token.txt',
    ],
    result: result({
      ...terminalFields,
      registers: nullable(count('QR registers fetched; null: not reachable now.')),
      same_token_as: v.array(id('Another terminal with the same token.')),
    }),
    run: terminalAdd,
  },
  'terminal token': {
    summary: 'replaces the token of a terminal',
    details: [`Refused if the token belongs to another merchant. ${PROMPTED}`],
    operands: ['ID'],
    options: TOKEN,
    examples: ['terminal token 1', 'terminal token 1 --token-file token.txt'],
    result: terminal,
    run: terminalToken,
  },
  'terminal rename': {
    summary: 'gives a terminal another name',
    operands: ['ID', 'NAME'],
    examples: ['terminal rename 1 "Каса біля входу"'],
    result: terminal,
    run: terminalRename,
  },
  'terminal remove': {
    summary: 'removes a terminal and destroys its token; its invoices stay',
    details: [
      'Refused while money of the terminal is on its way: open invoices, held money, a bank request without an outcome. Refunds of its invoices are not possible afterwards. Without a terminal to ask in, --yes is required.',
    ],
    operands: ['ID'],
    options: ['yes'],
    examples: ['terminal remove 2', 'terminal remove 2 --yes'],
    result: terminal,
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
      ...{ id: terminalFields.id, name: terminalFields.name },
      state: choice(['none', ...HISTORY_STATES], 'What became of it.'),
      oldest: nullable(timestamp('Everything that the bank has since then is here, UTC.')),
      days_read: count('Days that were read.'),
      payments: count('Payments that the statement listed.'),
      created: count('How many of them were new here.'),
      problem: string('Code of the last failure of a bank request; "": none.'),
    }),
    run: terminalHistory,
  },
  'terminal list': {
    summary: 'lists terminals, with ids',
    examples: ['terminal list', 'terminal list --json'],
    result: result({
      terminals: v.array(
        v.strictObject({
          ...terminalFields,
          is_active: flag('False: no new invoices.', true),
          has_token: flag('False: its token must be entered again.', true),
        }),
      ),
    }),
    run: terminalList,
  },
} satisfies Commands;
