import { FISCAL_SERVICES, type FiscalService } from '../../../shared/api/statuses.ts';
import type { TerminalFiscalPatch } from '../../../shared/api/terminals.ts';
import type { Db, DbContext } from '../../store/db/connection.ts';
import {
  type FiscalKnowledge,
  type FiscalSettings,
  findFiscalKnowledge,
  writeFiscalSettings,
} from '../../store/fiscal-fields.ts';
import type { TerminalRow } from '../../store/terminals.ts';
import { recordAction } from '../actions/record.ts';
import { changedFiscal } from '../catalog/product-fiscal.ts';

/** Whether a terminal issues fiscal receipts, through whom, and the defaults of its lines. */
export interface FiscalState {
  settings: FiscalSettings;
  isFiscal: boolean;
  /** The fiscal service of the merchant; "": not known, or a service that Kramar does not know. */
  service: FiscalService | '';
  /** First check that the bank reported, ms UTC; null: it never did. */
  seenSince: number | null;
}

const knownService = (word: string): FiscalService | '' => FISCAL_SERVICES.find((one) => one === word) ?? '';

/** The owner's word counts; without one, a terminal is fiscal once the bank has reported a check of it. */
export const fiscalStateOf = (db: Db, terminal: number): FiscalState =>
  fiscalState(findFiscalKnowledge(db, terminal));

export const fiscalState = ({ settings, seenSince, source }: FiscalKnowledge): FiscalState => {
  const isFiscal =
    settings.issues_receipts === 'auto' ? seenSince !== null : settings.issues_receipts === 'yes';
  const service = settings.service === '' && source !== '' ? knownService(source) : settings.service;
  return { settings, isFiscal, service, seenSince };
};

/** Absent fields stay. */
export const patchTerminalFiscal = (
  { db, now }: DbContext,
  { id, name }: TerminalRow,
  input: TerminalFiscalPatch,
): FiscalState =>
  db.transaction(() => {
    const before = findFiscalKnowledge(db, id).settings;
    writeFiscalSettings(db, id, {
      issues_receipts: input.issues_receipts ?? before.issues_receipts,
      service: input.service ?? before.service,
      defaults: changedFiscal(before.defaults, input),
    });
    recordAction(db, now(), {
      code: 'terminal_changed',
      object: { kind: 'terminal', id, label: name },
      facts: { changed: Object.keys(input) },
    });
    return fiscalStateOf(db, id);
  });
