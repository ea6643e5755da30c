import * as v from 'valibot';
import { flag, string } from '../../../shared/api/answers.ts';
import { databaseFile } from '../../platform/data-folder.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { replaceLostDatabase, summaryOf } from '../../safekeeping/backups/lost-database.ts';
import type { Db } from '../../store/db/connection.ts';
import { examineDatabase } from '../../store/db/examine.ts';
import { differencesOfSums, searchAgrees } from '../../store/invoices/rollups/check.ts';
import { rebuildSearch, rebuildSums } from '../../store/invoices/rollups/rebuild.ts';
import type { Commands, Run } from '../command.ts';
import { requireDatabase, withDatabase } from '../open.ts';
import { result, verdict } from '../results.ts';

/** Runs only where the database is lost: it never replaces one. */
const databaseStartAnew: Run = async ({ config, log }) => {
  const { lost, kept } = replaceLostDatabase(config.dataDir, Date.now());
  const { backups, newest } = lost;
  log.warn('A new shop was begun in the place of a lost database.', { kept, backups: backups.length });
  return {
    json: { ok: true, kept, backups: backups.map(({ path }) => path) },
    lines: [
      'A new, empty shop was begun. The goods, people, terminals and invoices of the old one are not in it.',
      ...kept.map((path) => `What was left of the old database is kept in ${path}.`),
      ...(newest
        ? [
            `The backups stay where they are; the newest one: ${summaryOf(newest)}. To restore it: backup restore ${newest.name}.`,
          ]
        : []),
      'Make the owner now: owner create.',
    ],
  };
};

const compare = (copy: Db) => ({ sums: differencesOfSums(copy), search: searchAgrees(copy) });

/**
 * Checks a copy of one moment: comparing the search index takes the write lock for half a minute per million invoices,
 * and nothing could be sold meanwhile.
 */
const databaseVerify: Run = async ({ config }) => {
  requireDatabase(config);
  const examined = await examineDatabase(databaseFile(config.dataDir), compare);
  if (examined.state !== 'sound')
    throw new OwnerError(
      'NOT_VERIFIED',
      'The database could not be compared, since it is not sound, not readable, or of a newer version. Nothing was changed. ' +
        'What is the matter says: doctor.',
    );
  const { sums, search } = examined.facts;
  if (sums.length === 0 && search)
    return {
      json: { ok: true, sums: [], search: true },
      lines: ['The kept sums are what the sales add up to, and the search index is that of their texts.'],
    };
  const detail = `${[...(sums.length > 0 ? ['Kept sums'] : []), ...(search ? [] : ['The search index'])].join(' and ')} do not agree with the sales.`;
  return {
    json: { ok: false, code: 'DIFFERENCES', detail, sums, search },
    lines: [
      detail,
      ...sums,
      'The sales themselves are not touched by it. Put it right with: database rebuild.',
    ],
    exitCode: 1,
  };
};

/**
 * Runs in short transactions beside the service, which keeps the old and the new sums true meanwhile
 * (store/invoices/rollups/rebuild.ts).
 */
const databaseRebuild: Run = async (call) => {
  requireDatabase(call.config);
  await withDatabase(call, async (db) => {
    await rebuildSums(db);
    await rebuildSearch(db);
  });
  call.log.info('Sums and search index were made anew.');
  return { json: { ok: true }, lines: ['The kept sums and the search index were rebuilt from the sales.'] };
};

export const databaseCommands = {
  'database verify': {
    summary: 'compares the stored totals and the search index with the sales',
    examples: ['database verify'],
    result: verdict({
      sums: v.array(string('A difference of a stored total.')),
      search: flag('Whether the search index is that of the sales.', true),
    }),
    run: databaseVerify,
  },
  'database rebuild': {
    summary: 'rebuilds both while the service runs',
    examples: ['database rebuild'],
    result: result({}),
    run: databaseRebuild,
  },
  'database start-anew': {
    summary: 'if the database is lost: starts an empty shop; old files and backups are kept',
    details: ['The products, employees, terminals and invoices of the old shop are not in the new one.'],
    examples: ['database start-anew'],
    result: result({
      kept: v.array(string('A file kept of the lost database.')),
      backups: v.array(string('The file of a backup.')),
    }),
    run: databaseStartAnew,
  },
} satisfies Commands;
