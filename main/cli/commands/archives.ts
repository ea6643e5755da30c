import * as v from 'valibot';
import { count, flag, nullable, string, timestamp } from '../../../shared/api/answers.ts';
import type { Commands } from '../command.ts';
import { copyCreate, copyList, copyOff, copyOn, copyVerify, shopMove, shopStay } from '../copies.ts';
import { dataExport } from '../data.ts';
import { exportMonth } from '../exports.ts';
import { logoRemove, logoSet } from '../logo.ts';
import { result } from '../results.ts';

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

export const archiveCommands = {
  'data export': {
    summary: 'writes all data into one zip, a CSV file a table, without secrets and not encrypted',
    operands: ['FILE'],
    examples: ['data export kramar.zip'],
    result: result({
      path: string('The file.'),
      size: count('Bytes.'),
      schema: count('Version of the schema.'),
      created_at: timestamp('The moment whose data it holds, UTC.'),
      tables: count('Tables in it.'),
      rows: count('Rows in it.'),
    }),
    run: dataExport,
  },
  'export month': {
    summary: 'writes a month as one archive for the accountant',
    operands: ['MONTH'],
    options: ['tax-number', 'language', 'out'],
    examples: ['export month 2026-10', 'export month 2026-10 --tax-number 3141592653 --out october.zip'],
    result: result({
      path: string('The file.'),
      size: count('Bytes.'),
      month: string('The month.', '2026-10'),
      payments: count('Payments in hryvnias.'),
      gross: count('Their sum, in kopiykas.'),
    }),
    run: exportMonth,
  },
} satisfies Commands;

export const logoCommands = {
  'logo set': {
    summary: "puts a PNG or JPEG picture on papers in the place of the shop's name",
    operands: ['FILE'],
    examples: ['logo set logo.png'],
    // The picture's facts are those of the domain.
    result: v.looseObject({ ok: v.literal(true) }),
    run: logoSet,
  },
  'logo remove': {
    summary: "puts the shop's name there again",
    examples: ['logo remove'],
    result: result({}),
    run: logoRemove,
  },
} satisfies Commands;
