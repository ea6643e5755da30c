import { resolve } from 'node:path';
import * as v from 'valibot';
import { count, flag, nullable, string } from '../../../shared/api/answers.ts';
import { copy } from '../../../shared/operations/safekeeping.ts';
import { formatSize } from '../../../shared/size.ts';
import { presentCopy } from '../../operations/safekeeping.ts';
import { openCopy } from '../../safekeeping/copies/restore-copy.ts';
import { copyFolder } from '../../safekeeping/copies/setup.ts';
import { NotFoundError } from '../../shop/errors.ts';
import { type Copy, copyAt } from '../../store/copies/files.ts';
import type { Call, Commands, Run } from '../command.ts';
import { requireDatabase, withCopies } from '../open.ts';
import { operationCommand } from '../operation-command.ts';
import { result } from '../results.ts';

const copyList: Run = async (call) => {
  requireDatabase(call.config);
  const { copies, folder } = await withCopies(call, async (each, { db }) => ({
    copies: each.list(),
    folder: copyFolder(db) ?? null,
  }));
  const none =
    folder === null
      ? 'Encrypted copies are off. Turn them on with: copy on FOLDER --phrase-stdin.'
      : `There are no copies in ${folder} yet. Make one with: copy create.`;
  return {
    json: { ok: true, folder, copies: copies.map(presentCopy) },
    lines:
      copies.length > 0
        ? copies.map((copy) => [copy.name, createdText(copy), formatSize(copy.size, 'en')].join('  '))
        : [none],
  };
};

const copyVerify: Run = async ({ operand, input, values, log }) => {
  const copy = requireCopy(operand);
  const { about } = await openCopy(copy, await input.knownPhrase(values), undefined);
  log.info('An encrypted copy was opened.', { copy: copy.path });
  const { created_at, facts } = about.backup;
  const invoices = facts.tables.invoices ?? 0;
  return {
    json: {
      ok: true,
      copy: { ...presentCopy(copy), computer: about.computer, is_move: about.is_move, invoices },
    },
    lines: [
      `The copy ${copy.path} is whole, of ${createdText({ created_at: Date.parse(created_at) })}, made by "${about.computer}": ${invoices} ${invoices === 1 ? 'invoice' : 'invoices'}.`,
    ],
  };
};

/** @throws NotFoundError */
export const requireCopy = (path: string): Copy => {
  const copy = copyAt(resolve(path));
  if (!copy) throw new NotFoundError('copy', path);
  return copy;
};

export const createdText = ({ created_at }: { created_at: number }): string =>
  `${new Date(created_at).toISOString().replace('T', ' ').replace(/\..*/, '')} UTC`;

const PHRASE = ['phrase-stdin', 'phrase-file'] as const;

export const hasPhrase = (values: Call['values']): boolean =>
  values['phrase-stdin'] === true || values['phrase-file'] !== undefined;

export const copyCommands = {
  'copy on': operationCommand('copies.setup', {
    summary: 'encrypts a copy of each daily backup into a folder, on a second disk or a synced one',
    details: ['Without a passphrase the known one stays.'],
    operands: ['FOLDER'],
    options: PHRASE,
    examples: ['copy on /mnt/disk/kramar --phrase-file phrase.txt'],
    input: async ({ operand: folder, values, input }) => ({
      folder,
      ...(hasPhrase(values) && { phrase: await input.secret('phrase', values) }),
    }),
    lines: ({ folder }) => [
      `An encrypted copy of each daily backup goes to ${folder}.`,
      'Write the passphrase down, and keep it away from this computer: without it nobody can open the copies, Kramar neither.',
      'Make the first one now with: copy create.',
    ],
  }),
  'copy off': operationCommand('copies.off', {
    summary: 'makes no more encrypted copies; those that exist stay',
    examples: ['copy off'],
    lines: () => ['No more encrypted copies are made. Those that exist stay where they are.'],
  }),
  'copy create': operationCommand('copies.create', {
    summary: 'makes a backup and an encrypted copy of it, and opens it once',
    examples: ['copy create'],
    lines: ({ copy: { path, size } }) => [
      `The encrypted copy was made and opened once: ${path} (${formatSize(size, 'en')}).`,
    ],
  }),
  'copy list': {
    summary: 'lists the encrypted copies, newest first',
    examples: ['copy list'],
    result: result({ folder: nullable(string('The folder; null: copies are off.')), copies: v.array(copy) }),
    run: copyList,
  },
  'copy verify': {
    summary: 'opens a whole encrypted copy, and changes nothing',
    operands: ['FILE'],
    options: PHRASE,
    examples: ['copy verify copy.age --phrase-file phrase.txt'],
    result: result({
      copy: v.strictObject({
        ...copy.entries,
        computer: string('The computer that made it.'),
        is_move: flag('Whether it moves the shop.'),
        invoices: count('Invoices in it.'),
      }),
    }),
    run: copyVerify,
  },
} satisfies Commands;

export const movingCommands = {
  'shop move': operationCommand('shop.move', {
    summary: 'moves the shop to another computer: makes a copy, ends bank requests here',
    examples: ['shop move'],
    lines: ({ copy: { path, size } }) => [
      `The shop was moved: ${path} (${formatSize(size, 'en')}).`,
      'This computer sends no more bank requests. On the other one: backup restore FILE --phrase-stdin, or the first page of its window.',
      'If this computer goes on after all: shop stay.',
    ],
  }),
  'shop stay': operationCommand('shop.stay', {
    summary: 'takes that back: this computer goes on',
    examples: ['shop stay'],
    lines: () => [
      'The shop goes on on this computer. See that the other one does not: two that send bank requests mix their sales up.',
    ],
  }),
} satisfies Commands;
