import { type CompiledQuery, sql } from 'kysely';
import { build } from './connection.ts';

/** For what Kysely has no words for. The text is never made of what somebody typed. */
export const plainSql = <Row = unknown>(text: string, ...parameters: (number | string)[]) => ({
  compile: (): CompiledQuery<Row> => ({ ...sql<Row>`${sql.raw(text)}`.compile(build), parameters }),
});
