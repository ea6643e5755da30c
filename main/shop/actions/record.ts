import type { FactName } from '../../../shared/action-words.ts';
import { ACTIONS, type ActionCode, type ActionFacts, type ActionObject } from '../../../shared/actions.ts';
import { CATALOG_KINDS, type EventData } from '../../../shared/api/events.ts';
import { passesLuhn, shortened } from '../../bank/unreadable.ts';
import { insertAction } from '../../store/actions.ts';
import type { Db } from '../../store/db/connection.ts';
import { insertEvent } from '../../store/events.ts';
import { currentOrigin, whoActs, whoIs } from './origin.ts';

type Values<Name extends string> = Partial<Record<Name, ActionFacts[string] | undefined>>;
/** Only of names that the log has words for. */
export type Facts = Values<FactName>;

export interface Action {
  code: ActionCode;
  /** What it is about. */
  object?: { kind: ActionObject; id: number | null; label: string } | undefined;
  /** Absent ones are left out. */
  facts?: Facts;
  /** The account that acts, where it is not the caller of the current request: at a sign-in, or when a bank request ends. */
  by?: number | null;
}

/** Digits as many as a card number has, also in groups; the last four stay. */
const CARD_NUMBER = /\d(?:[ -]?\d){8,14}([ -]?\d){4}/g;

/** People type card numbers into any field. */
const masked = (text: string): string =>
  text.replace(CARD_NUMBER, (found) => {
    const digits = found.replace(/\D/g, '');
    return passesLuhn(digits) ? `••••${digits.slice(-4)}` : found;
  });

const MAX_TEXT = 200;
const safeText = (text: string): string => shortened(masked(text), MAX_TEXT);

const safeFacts = (facts: Facts): ActionFacts =>
  Object.fromEntries(
    Object.entries(presentFacts(facts)).map(([name, value]) => {
      if (typeof value === 'string') return [name, safeText(value)];
      return [name, Array.isArray(value) ? value.map(safeText) : value];
    }),
  );

/** Tells other computers that the catalog was changed; every change of it is an action. */
const publishCatalogChange = (db: Db, now: number, { object }: Action): void => {
  const kind = CATALOG_KINDS.find((each) => each === object?.kind) ?? null;
  const data: EventData<'catalog.changed'> = { kind, id: object?.id ?? null };
  insertEvent(db, {
    type: 'catalog.changed',
    invoice_id: null,
    terminal_id: null,
    data: JSON.stringify(data),
    created_at: now,
  });
};

/**
 * Records an action. Call it in the transaction of the act itself: both are on the disk, or neither is. A change of the
 * catalog is an event as well.
 * @param now milliseconds UTC
 */
export const recordAction = (db: Db, now: number, action: Action): void => {
  const { code, object, facts = {}, by } = action;
  const origin = currentOrigin();
  if (ACTIONS[code].group === 'catalog') publishCatalogChange(db, now, action);
  insertAction(db, {
    at: now,
    ...(typeof by === 'number' ? whoIs(db, by) : whoActs(db, origin)),
    source: origin.source,
    code,
    object: object?.kind ?? null,
    object_id: object?.id ?? null,
    // Kramar itself names backups, by many digits.
    object_label: object?.kind === 'backup' ? object.label : safeText(object?.label ?? ''),
    facts: JSON.stringify(safeFacts(facts)),
  });
};

/** The facts that are there. */
export const presentFacts = (facts: Values<string>): ActionFacts =>
  Object.fromEntries(
    Object.entries(facts).filter((fact): fact is [string, ActionFacts[string]] => fact[1] !== undefined),
  );

/** Texts and numbers of a request's parameters. */
const factsOf = (query: Record<string, unknown>): Facts =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      if (value === undefined || value === null) return [name, undefined];
      return [
        name,
        ['string', 'number', 'boolean'].includes(typeof value) ? (value as string) : JSON.stringify(value),
      ];
    }),
  );

/** Records an export with the parameters that it was made by. */
export const noteQuery = (db: Db, now: number, code: ActionCode, query: Record<string, unknown>): void =>
  noteAction(db, now, { code, facts: factsOf(query) });

/** Records an act that changed nothing, such as a sign-in or an export: a full disk must not prevent it. */
export const noteAction = (db: Db, now: number, action: Action): void => {
  try {
    recordAction(db, now, action);
  } catch {
    // The disk's failure is reported by the work that needs it.
  }
};
