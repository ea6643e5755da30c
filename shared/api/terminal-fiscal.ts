import * as v from 'valibot';
import { choice, flag, id, nullable, shape, string, timestamp } from './answers.ts';
import { oneOf, requestBody } from './fields.ts';
import { fiscalFields, fiscalFieldsPatch } from './product-fiscal.ts';
import { FISCAL_SERVICES, ISSUES_RECEIPTS } from './statuses.ts';

/** The fiscal receipts of a terminal: whether it issues them, and what its lines have by default. Beyond version 1. */

/** "": as the bank's checks show. */
const SERVICES = ['', ...FISCAL_SERVICES] as const;

export const terminalFiscal = shape('TerminalFiscal', {
  terminal: id('Id of the terminal.'),
  issues_receipts: choice(
    ISSUES_RECEIPTS,
    "Whether it issues fiscal receipts, by the owner's word. auto: it does once the bank has reported one of its checks.",
  ),
  service: choice(
    SERVICES,
    "Who registers its receipts, by the owner's word; empty: whoever registered the checks that the bank reported.",
    'checkbox',
  ),
  ...fiscalFields(),
  is_fiscal: flag('True when it counts as one that issues fiscal receipts.', true),
  known_service: string(
    "Who registers them, as far as is known: the owner's word, else the bank's; empty: not known.",
    'checkbox',
  ),
  seen_since: nullable(
    timestamp(),
    'When the bank first reported a check of one of its payments, UTC; null: it never did.',
    '2026-03-02T08:27:00.214Z',
  ),
});
export type TerminalFiscal = v.InferOutput<typeof terminalFiscal>;

export const terminalFiscalPatch = requestBody(
  'TerminalFiscalPatch',
  {
    issues_receipts: v.optional(oneOf(ISSUES_RECEIPTS)),
    service: v.optional(oneOf(SERVICES)),
    ...fiscalFieldsPatch(),
  },
  terminalFiscal,
);
export type TerminalFiscalPatch = v.InferOutput<typeof terminalFiscalPatch>;
