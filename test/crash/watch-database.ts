import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type BetterSqlite3 from 'better-sqlite3';
import { isReached, mark, reach } from './aim.ts';

type Connection = BetterSqlite3.Database;
type Call = (this: unknown, ...values: unknown[]) => unknown;

/** Tags of attempts that this process has begun. */
export const insertedTags = new Set<string>();

/** What the current transaction has done, in words. */
const done: string[] = [];
/** One transaction within another is a part of it. */
let depth = 0;

/** Reports what is written, and the transactions around it. */
export const watchDatabase = (): void => {
  const Database = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3;
  watchStatements(Database.prototype);
  watchTransactions(Database.prototype);
  watchScripts(Database.prototype);
  watchCopies(Database.prototype);
};

const KNOWN =
  /^(create|remove|refund|pending|done|refused|in_doubt|dropped|CRASHED|expired|success|reversed|terminal_deleted|(invoice|attempt|terminal|bank|backup)\.\w+)$/;
const knownWords = (values: readonly unknown[]): string =>
  values.filter((value) => typeof value === 'string' && KNOWN.test(value)).join(' ');

/** Describes what a statement does, as `update attempts done`, by the values that it gets; undefined: it only reads. */
const tellerOf = (sql: string): ((values: readonly unknown[]) => string) | undefined => {
  const [, doing, table = ''] =
    /^\s*(insert into|update|delete from|vacuum into) (?:"(\w+)")?/i.exec(sql) ?? [];
  if (doing === undefined) return undefined;
  const verb = doing.split(' ')[0];
  const byWebhook = sql.includes('set "webhook_received"') ? 'by webhook' : '';
  const columns = /^insert into "invoices" \(([^)]*)\)/.exec(sql)?.[1]?.split(', ') ?? [];
  const locally = columns.indexOf('"created_locally"');
  return (values) => {
    const past = locally >= 0 && values[locally] === 0 ? 'past' : '';
    return [verb, table, byWebhook, past, knownWords(values)].filter((word) => word !== '').join(' ');
  };
};

const watchStatements = (proto: Connection): void => {
  const { prepare } = proto;
  proto.prepare = function (this: Connection, sql: string) {
    const statement = prepare.call(this, sql);
    const teller = tellerOf(sql);
    if (teller) watchStatement(this, statement, teller);
    return statement;
  } as typeof prepare;
};

const watchStatement = (
  connection: Connection,
  statement: BetterSqlite3.Statement,
  teller: (values: readonly unknown[]) => string,
): void => {
  for (const name of ['run', 'get', 'all'] as const) {
    const call = statement[name] as Call;
    const watched: Call = function (...values) {
      const reported = teller(values);
      if (reported.startsWith('insert attempts')) for (const tag of tagsIn(values)) insertedTags.add(tag);
      if (reported === 'vacuum') killHalfWay(String(values[0]));
      reach('writing', reported);
      const result = call.apply(this, values);
      done.push(reported);
      reach('wrote', done.join(', '));
      if (!connection.inTransaction) reach('committed', done.splice(0).join(', '));
      return result;
    };
    Object.defineProperty(statement, name, { value: watched });
  }
};

const watchTransactions = (proto: Connection): void => {
  const { transaction } = proto;
  proto.transaction = function (this: Connection, work: Call) {
    const real = transaction.call(this, (...values: unknown[]) => {
      depth += 1;
      try {
        if (depth === 1) done.length = 0;
        const result = work(...values);
        if (depth === 1) reach('commit', done.join(', '));
        return result;
      } finally {
        depth -= 1;
      }
    });
    const watched = (run: Call): Call =>
      function (...values) {
        const result = run.apply(this, values);
        if (depth === 0) reach('committed', done.splice(0).join(', '));
        return result;
      };
    const { deferred, immediate, exclusive } = real;
    return Object.assign(watched(real), {
      default: watched(real),
      deferred: watched(deferred),
      immediate: watched(immediate),
      exclusive: watched(exclusive),
    });
  } as unknown as typeof transaction;
};

/** Each statement of a migration by itself: they begin at the margin, and what is indented belongs to the one above. */
const watchScripts = (proto: Connection): void => {
  const { exec } = proto;
  proto.exec = function (this: Connection, sql: string) {
    const isMigration = /^\s*(create|alter|drop)\b/.test(sql);
    if (isMigration) done.push('migration');
    for (const statement of isMigration ? sql.split(/(?<=;)\n+(?=\S)(?!end)/) : [sql]) {
      exec.call(this, statement);
      reach(isMigration ? 'migrated' : 'ran', statement);
    }
    return this;
  };
};

const watchCopies = (proto: Connection): void => {
  const { backup, close } = proto;
  proto.backup = function (this: Connection, file: string, options) {
    const progress = (info: BetterSqlite3.BackupMetadata): number => {
      options?.progress?.(info);
      reach('copied', 'pages');
      // Few at a time: a shop of some minutes would else be copied in one step.
      return 20;
    };
    return backup.call(this, file, { ...options, progress } as BetterSqlite3.BackupOptions);
  };
  proto.close = function (this: Connection) {
    const result = close.call(this);
    reach('closed', this.name);
    return result;
  };
};

const tagsIn = (values: readonly unknown[]): string[] =>
  values.filter((value): value is string => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value));

/** A copy at once holds this thread: another one checks whether the file has begun to grow, and kills. */
const killHalfWay = (file: string): void => {
  if (!isReached('vacuum', file)) return;
  const ready = new Int32Array(new SharedArrayBuffer(4));
  const code = `
    const { statSync, writeFileSync } = require('node:fs');
    const { grows, ready, file, name } = require('node:worker_threads').workerData;
    Atomics.store(ready, 0, 1);
    Atomics.notify(ready, 0);
    while (!((statSync(grows, { throwIfNoEntry: false })?.size ?? 0) > 0));
    writeFileSync(file, name);
    process.kill(process.pid, 'SIGKILL');`;
  new Worker(code, { eval: true, execArgv: [], workerData: { grows: file, ready, ...mark() } });
  Atomics.wait(ready, 0, 0, 5000);
};
