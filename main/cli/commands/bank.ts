import * as v from 'valibot';
import { count, flag, id, nullable, string } from '../../../shared/api/answers.ts';
import type { Commands } from '../command.ts';
import { result } from '../results.ts';
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
      'Refused while the terminal has open invoices. Refunds of its invoices are not possible afterwards. Without a terminal to ask in, --yes is required.',
    ],
    operands: ['ID'],
    options: ['yes'],
    examples: ['terminal remove 2', 'terminal remove 2 --yes'],
    result: terminal,
    run: terminalRemove,
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
