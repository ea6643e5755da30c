import { closeSync, openSync, readSync } from 'node:fs';
import * as v from 'valibot';
import { LOGO_LIMITS } from '../../../shared/api/logo.ts';
import { UsageError } from '../../platform/config.ts';
import { reasonOf } from '../../platform/os-errors.ts';
import { changeLogo } from '../../shop/logo/logo.ts';
import type { Commands, Run } from '../command.ts';
import { requireDatabase, withDatabase } from '../open.ts';
import { result } from '../results.ts';

const logoSet: Run = async (call) => {
  requireDatabase(call.config);
  const bytes = readStart(call.operand);
  const picture = await withDatabase(call, (db) => changeLogo(db, bytes, Date.now()));
  call.log.info('The logo was changed.', { ...picture });
  const size = picture && `${picture.width} × ${picture.height} pixels`;
  return { json: { ok: true, ...picture }, lines: [`The logo is set: ${size}. It is on the next paper.`] };
};

const logoRemove: Run = async (call) => {
  requireDatabase(call.config);
  await withDatabase(call, (db) => changeLogo(db, null, Date.now()));
  call.log.info('The logo was removed.');
  return { json: { ok: true }, lines: ["There is no logo. The shop's name stands on papers."] };
};

/** One byte more than a logo may have: enough to refuse a larger file. @throws UsageError */
const readStart = (file: string): Buffer => {
  const bytes = Buffer.alloc(LOGO_LIMITS.bytes + 1);
  try {
    const descriptor = openSync(file, 'r');
    try {
      return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new UsageError(
      `${file} could not be read: ${reasonOf(error, 'file').why}. Expected: a PNG or JPEG picture.`,
    );
  }
};

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
