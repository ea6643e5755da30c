import { defineRoute } from './route.ts';

/** Declares an endpoint for signed-in callers that is an addition to version 1 of the interface, as most are. */
export const defineExtension: typeof defineRoute = (endpoint) =>
  defineRoute({ ...endpoint, isExtension: true });

const TABLE_TYPES = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;

const TABLE = { produces: TABLE_TYPES, isTranslated: true } as const;

/** A report as a table: a few rows, made in memory. */
export const TABLE_ANSWER = {
  ...TABLE,
  answerHeaders: ['Content-Disposition'],
  isLongRunning: true,
} as const;

/** A table of any number of rows, sent while it is read. */
export const STREAMED_TABLE = {
  ...TABLE,
  answerHeaders: ['X-Total-Count', 'Content-Disposition'],
  refusals: ['Stopping'],
} as const;
