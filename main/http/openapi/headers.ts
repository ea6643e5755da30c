import type { Schema } from './schemas.ts';

const integer = (minimum: number): Schema => ({ type: 'integer', format: 'int64', minimum });

export interface Header {
  description: string;
  schema: Schema;
  required?: true;
  'x-kramar-extension'?: true;
}

/** Marks additions to version 1 of the interface. */
export const EXTENSION = { 'x-kramar-extension': true } as const;

/** components/headers */
export const HEADERS: Record<string, Header> = {
  'X-Request-Id': {
    description: 'Identifier of this request, as in the log.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    ...EXTENSION,
  },
  'X-RateLimit-Limit': { description: 'Requests allowed in 60 seconds.', required: true, schema: integer(1) },
  'X-RateLimit-Remaining': { description: 'Requests still available.', required: true, schema: integer(0) },
  'Retry-After': {
    description: 'Seconds until requests are taken again.',
    required: true,
    schema: integer(1),
  },
  BankRetryAfter: {
    description: 'Seconds until the bank takes requests again; absent when it did not say.',
    schema: integer(1),
    ...EXTENSION,
  },
  'Preference-Applied': {
    description:
      'Those of `codes`, `facts` and `handling=strict` that the request had in `Prefer`; absent when it had none.',
    schema: {
      type: 'string',
      pattern: '^(codes|facts|handling=strict)(, (codes|facts|handling=strict))*$',
      examples: ['codes, facts'],
    },
    ...EXTENSION,
  },
  Allow: {
    description: 'The methods of this path.',
    required: true,
    schema: { type: 'string', examples: ['GET, HEAD, POST, OPTIONS'] },
  },
  'WWW-Authenticate': {
    description: 'How to sign in.',
    required: true,
    schema: { type: 'string', const: 'Bearer realm="api"' },
  },
  'Idempotency-Replayed': {
    description: '`true` when this answer was given before, under the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
    ...EXTENSION,
  },
  'Content-Disposition': {
    description: 'The name to keep the file under.',
    required: true,
    schema: { type: 'string', examples: ['attachment; filename="invoices-2026-03-02.csv"'] },
    ...EXTENSION,
  },
  'X-Total-Count': {
    description: 'How many records the file holds: it comes before them, to show how far it is.',
    required: true,
    schema: integer(0),
    ...EXTENSION,
  },
};

/** Headers of every answer, the last only when the client sent Prefer. */
const ALWAYS = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'Preference-Applied'];

/** A header of an answer; with its component where the name differs. */
export type HeaderRef = string | [name: string, component: string];

export const headerRefs = (...more: HeaderRef[]) =>
  Object.fromEntries(
    [...ALWAYS, ...more].map((header) => {
      const [name, component] = typeof header === 'string' ? [header, header] : header;
      return [name, { $ref: `#/components/headers/${component}` }];
    }),
  );
