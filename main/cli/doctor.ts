import { HOUR_MS } from '../../shared/time.ts';
import { version } from '../../shared/version.ts';
import { createBank } from '../bank/client.ts';
import { databaseFile } from '../platform/data-folder.ts';
import { withAdvice } from '../platform/owner-error.ts';
import { knownBackupFolder } from '../safekeeping/backups/folder.ts';
import { isOverdue, listBackups, newestSound } from '../safekeeping/backups/list.ts';
import { findLostDatabase } from '../safekeeping/backups/lost-database.ts';
import { backupFolder } from '../shop/settings.ts';
import { findOwner } from '../store/accounts.ts';
import { type CheckRow, readCheck } from '../store/actions.ts';
import type { Db } from '../store/db/connection.ts';
import { examineDatabase } from '../store/db/examine.ts';
import { countAttemptsInDoubt } from '../store/invoices/attempts.ts';
import { countOpenInvoices } from '../store/invoices/invoices.ts';
import { countsAgree } from '../store/invoices/rollups/check.ts';
import { getSetting } from '../store/settings.ts';
import { allTerminals } from '../store/terminals.ts';
import { CONSOLE_ADVICE } from './advice.ts';
import type { Run } from './command.ts';
import { checkBank, checkKeychain, checkTerminals } from './doctor-bank.ts';
import {
  checkDatabase,
  checkDisks,
  checkFolder,
  checkService,
  checkServiceFiles,
  lostDatabase,
} from './doctor-installation.ts';
import { type Facts, type Finding, ok, problem, warning } from './finding.ts';

/** Checks everything and changes nothing: no folder, no database, no key, no log. */
export const doctor: Run = async ({ config, log }) => {
  const { dataDir } = config;
  const lost = findLostDatabase(dataDir, Date.now());
  const examined = await examineDatabase(databaseFile(dataDir), (db) => readFacts(db, dataDir));
  // An empty file holds no facts about the lost shop.
  const facts = examined.state === 'sound' && !lost ? examined.facts : undefined;
  const backups = facts?.backupFolder ?? knownBackupFolder(undefined, dataDir);
  const { vault, ...keychain } = await checkKeychain(config, facts, log);
  const baseUrl = facts?.practiceBank ?? config.bankUrl;
  const bank = createBank({ baseUrl, timeoutMs: config.bankTimeoutMs, version });
  const answers = await checkBank(bank, baseUrl);
  const findings: Finding[] = [
    checkFolder(dataDir),
    ...(await checkDisks(dataDir, backups)),
    lost ? lostDatabase(lost) : checkDatabase(databaseFile(dataDir), examined),
    keychain.finding,
    answers,
    ...(facts
      ? await checkTerminals(facts.terminals, vault, answers.status === 'ok' ? bank : undefined)
      : []),
    ...(facts ? [...checkFacts(facts), checkActionLog(facts.actions)] : []),
    ...(examined.state === 'absent' && !lost ? [] : [checkBackups(dataDir, backups, Date.now())]),
    await checkService(dataDir),
    ...checkServiceFiles(),
  ];
  return report(findings);
};

const readFacts = (db: Db, dataDir: string): Facts => {
  const terminals = allTerminals(db);
  return {
    installationId: getSetting(db, 'installation_id'),
    backupFolder: backupFolder(db, dataDir),
    practiceBank: getSetting(db, 'demo'),
    owner: findOwner(db)?.username,
    terminals,
    attemptsInDoubt: countAttemptsInDoubt(db),
    countsAgree: countsAgree(db),
    actions: readCheck(db),
    openInvoices: terminals.reduce((sum, { id }) => sum + countOpenInvoices(db, id), 0),
  };
};

const checkFacts = ({ owner, attemptsInDoubt, openInvoices, countsAgree: agree }: Facts): Finding[] => [
  owner === undefined
    ? warning('owner', 'There is none yet, so only employees can sign in. Make one with: owner create.')
    : ok('owner', `"${owner}".`),
  attemptsInDoubt > 0
    ? warning(
        'attempts',
        `${attemptsInDoubt} call(s) to the bank ended without a clear answer, so the bank may know more than Kramar. ` +
          "Compare with the statement in the bank's cabinet before repeating a sale or a refund.",
      )
    : ok('attempts', 'Every call to the bank has a clear outcome.'),
  ok('invoices', openInvoices === 0 ? 'None is open.' : `${openInvoices} open, waiting for payment.`),
  agree
    ? ok(
        'sums',
        'They count every invoice; whether each is right, and the search index, says: database verify.',
      )
    : warning(
        'sums',
        'They do not count every invoice, so lists and reports show wrong totals. Put it right with: database rebuild.',
      ),
];

const report = (findings: readonly Finding[]) => {
  const problems = findings.filter(({ status }) => status === 'problem').length;
  const lines = findings.map(
    ({ status, check, detail }) => `${status.padEnd(7)}  ${check.padEnd(11)}  ${detail}`,
  );
  if (problems === 0) return { json: { ok: true, checks: findings }, lines };
  const detail = `Problems found: ${problems}.`;
  return { json: { ok: false, code: 'PROBLEMS', detail, checks: findings }, lines, exitCode: 1 };
};

/** The result of the last comparison of the log of actions with a backup; undefined: none yet. */
export const checkActionLog = (check: CheckRow | undefined): Finding => {
  if (!check) return ok('actions', 'Each backup compares the log of actions with the backup before it.');
  const { at, rows, fault, number } = check;
  if (fault === '')
    return ok(
      'actions',
      `At the backup of ${new Date(at).toISOString()} every action of the one before was unchanged: ${rows}.`,
    );
  return problem(
    'actions',
    `Action ${number} ${fault === 'missing' ? 'is missing' : 'was changed'}: somebody has changed the log of actions past ` +
      'Kramar. Invoices and money are not affected. Keep a copy of the data folder; the earlier backups hold the log as ' +
      'it was (backup list).',
  );
};

/** @param now milliseconds UTC */
const checkBackups = (dataDir: string, folder: string, now: number): Finding => {
  const { backups, problems } = listBackups(dataDir, folder);
  const anew = 'The running service makes one a day; now: backup create.';
  const newest = newestSound(backups, now);
  if (problems.length > 0) {
    const unread = problems.map((problem) => withAdvice(problem, CONSOLE_ADVICE));
    return warning('backups', `${unread.join(' ')} ${anew}`);
  }
  if (!newest) return warning('backups', `There is no sound one yet. ${anew}`);
  const path = `(${newest.path}), of ${backups.length}`;
  if (newest.created_at > now)
    return warning('backups', `The newest is dated in the future ${path}. Is this PC's clock right? ${anew}`);
  const newestAge = `The newest is ${ageText(now - newest.created_at)} old ${path}.`;
  return isOverdue(newest.created_at, now)
    ? warning('backups', `${newestAge} ${anew}`)
    : ok('backups', newestAge);
};

const ageText = (ms: number): string => {
  if (ms < HOUR_MS) return 'less than an hour';
  const hours = Math.floor(ms / HOUR_MS);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
};
