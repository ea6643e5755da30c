import { resolve } from 'node:path';
import * as v from 'valibot';
import { count, flag, nullable, string, timestamp } from '../../../shared/api/answers.ts';
import { formatSize } from '../../../shared/size.ts';
import { createBackups } from '../../safekeeping/backups/create.ts';
import { type Copies, createCopies } from '../../safekeeping/copies/copies.ts';
import { openCopy } from '../../safekeeping/copies/restore-copy.ts';
import { copyFolder, turnOffCopies, turnOnCopies } from '../../safekeeping/copies/setup.ts';
import type { Installation } from '../../safekeeping/installation.ts';
import { moveAway, stayHere } from '../../safekeeping/moving/move.ts';
import { NotFoundError } from '../../shop/errors.ts';
import { type Copy, copyAt } from '../../store/copies/files.ts';
import type { Call, Commands, Run } from '../command.ts';
import { requireDatabase, withDatabase, withInstallation } from '../open.ts';
import { result } from '../results.ts';

const now = Date.now;

const copyOn: Run = async (call) => {
  const { config, values, operand, input, log } = call;
  requireDatabase(config);
  const isGiven = values['phrase-stdin'] || values['phrase-file'] !== undefined;
  const phrase = isGiven ? await input.secret('phrase', values) : undefined;
  const folder = await withInstallation(call, async (installation) => {
    const context = { ...installation, dataDir: config.dataDir };
    await turnOnCopies(context, { folder: operand, phrase });
    return copyFolder(installation.db) ?? '';
  });
  log.info('Encrypted copies were turned on.', { folder });
  return {
    json: { ok: true, folder },
    lines: [
      `An encrypted copy of each daily backup goes to ${folder}.`,
      'Write the passphrase down, and keep it away from this computer: without it nobody can open the copies, Kramar neither.',
      'Make the first one now with: copy create.',
    ],
  };
};

const copyOff: Run = async (call) => {
  requireDatabase(call.config);
  await withDatabase(call, (db) => turnOffCopies({ db, now }));
  call.log.info('Encrypted copies were turned off.');
  return {
    json: { ok: true },
    lines: ['No more encrypted copies are made. Those that exist stay where they are.'],
  };
};

const copyCreate: Run = async (call) => {
  requireDatabase(call.config);
  const copy = await withCopies(call, (copies) => copies.create('manual'));
  return {
    json: { ok: true, copy: copyJson(copy) },
    lines: [`The encrypted copy was made and opened once: ${copy.path} (${formatSize(copy.size, 'en')}).`],
  };
};

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
    json: { ok: true, folder, copies: copies.map(copyJson) },
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
      copy: { ...copyJson(copy), computer: about.computer, is_move: about.is_move, invoices },
    },
    lines: [
      `The copy ${copy.path} is whole, of ${createdText({ created_at: Date.parse(created_at) })}, made by "${about.computer}": ${invoices} ${invoices === 1 ? 'invoice' : 'invoices'}.`,
    ],
  };
};

const shopMove: Run = async (call) => {
  requireDatabase(call.config);
  const copy = await withCopies(call, (copies, { db }) => moveAway({ db, now, copies, log: call.log }));
  return {
    json: { ok: true, copy: copyJson(copy) },
    lines: [
      `The shop was moved: ${copy.path} (${formatSize(copy.size, 'en')}).`,
      'This computer sends no more bank requests. On the other one: backup restore FILE --phrase-stdin, or the first page of its window.',
      'If this computer goes on after all: shop stay.',
    ],
  };
};

const shopStay: Run = async (call) => {
  requireDatabase(call.config);
  await withDatabase(call, (db) => stayHere({ db, now, log: call.log }));
  return {
    json: { ok: true },
    lines: [
      'The shop goes on on this computer. See that the other one does not: two that send bank requests mix their sales up.',
    ],
  };
};

const withCopies = <Result>(
  call: Call,
  work: (copies: Copies, installation: Installation) => Promise<Result>,
): Promise<Result> =>
  withInstallation(call, async (installation) => {
    const context = { ...installation, dataDir: call.config.dataDir, log: call.log };
    const copies = createCopies({ ...context, backups: createBackups(context) });
    return work(copies, installation);
  });

/** @throws NotFoundError */
export const requireCopy = (path: string): Copy => {
  const copy = copyAt(resolve(path));
  if (!copy) throw new NotFoundError('copy', path);
  return copy;
};

const copyJson = ({ name, path, kind, created_at, size }: Copy) => ({
  name,
  path,
  kind,
  created_at: new Date(created_at).toISOString(),
  size,
});

export const createdText = ({ created_at }: { created_at: number }): string =>
  `${new Date(created_at).toISOString().replace('T', ' ').replace(/\..*/, '')} UTC`;

const PHRASE = ['phrase-stdin', 'phrase-file'] as const;

const copyFields = {
  name: string('Name of the copy.'),
  path: string('Its file.'),
  kind: string('Why it was made.', 'manual'),
  created_at: timestamp('The moment whose data it holds, UTC.'),
  size: count('Bytes.'),
};
const copy = v.strictObject(copyFields);
const madeCopy = result({ copy });

export const copyCommands = {
  'copy on': {
    summary: 'encrypts a copy of each daily backup into a folder, on a second disk or a synced one',
    details: ['Without a passphrase the known one stays.'],
    operands: ['FOLDER'],
    options: PHRASE,
    examples: ['copy on /mnt/disk/kramar --phrase-file phrase.txt'],
    result: result({ folder: string('The folder.') }),
    run: copyOn,
  },
  'copy off': {
    summary: 'makes no more encrypted copies; those that exist stay',
    examples: ['copy off'],
    result: result({}),
    run: copyOff,
  },
  'copy create': {
    summary: 'makes a backup and an encrypted copy of it, and opens it once',
    examples: ['copy create'],
    result: madeCopy,
    run: copyCreate,
  },
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
        ...copyFields,
        computer: string('The computer that made it.'),
        is_move: flag('Whether it moves the shop.'),
        invoices: count('Invoices in it.'),
      }),
    }),
    run: copyVerify,
  },
} satisfies Commands;

export const movingCommands = {
  'shop move': {
    summary: 'moves the shop to another computer: makes a copy, ends bank requests here',
    examples: ['shop move'],
    result: madeCopy,
    run: shopMove,
  },
  'shop stay': {
    summary: 'takes that back: this computer goes on',
    examples: ['shop stay'],
    result: result({}),
    run: shopStay,
  },
} satisfies Commands;
