import type Database from 'better-sqlite3';
import { fold } from '../../shared/text.ts';
import type { Log } from '../platform/log.ts';
import type { Migration, Step } from './migrations/index.ts';

export type ReportProgress = Pick<Log, 'info'>['info'];

/** Interval of progress reports during a long step. */
const REPORT_EVERY_MS = 5_000;

/**
 * Runs the pending migrations in the caller's transaction. Holds none of a million invoices in memory: indexes are
 * sorted in temporary files, and the parts of a step are written one by one.
 */
export const runMigrations = (
  connection: Database.Database,
  lacking: readonly Migration[],
  report: ReportProgress,
): void => {
  connection.function('fold', { deterministic: true }, (text: unknown) => fold(String(text)));
  const all = lacking.flatMap(({ steps }): readonly Step[] =>
    typeof steps === 'string' ? [{ what: 'tables', sql: steps }] : steps,
  );
  for (const [index, step] of all.entries()) {
    const message = `Bringing the database up to date: step ${index + 1} of ${all.length}, ${step.what}`;
    const from = performance.now();
    connection.exec(step.sql);
    if (step.parts)
      runParts(connection, step.parts, (lastId) => report(`${message}: done up to invoice ${lastId}.`));
    const ms = Math.round(performance.now() - from);
    if (ms >= REPORT_EVERY_MS) report(`${message}: done.`, { ms });
  }
};

const runParts = (
  connection: Database.Database,
  { last, sql }: NonNullable<Step['parts']>,
  report: (lastId: number) => void,
): void => {
  const endOfPart = connection.prepare<[number], number | null>(last).pluck();
  const part = connection.prepare<[number, number]>(sql);
  let reportedAt = performance.now();
  for (let after = 0, end = endOfPart.get(after) ?? null; end !== null; end = endOfPart.get(after) ?? null) {
    part.run(after, end);
    after = end;
    if (performance.now() - reportedAt < REPORT_EVERY_MS) continue;
    reportedAt = performance.now();
    report(end);
  }
};
