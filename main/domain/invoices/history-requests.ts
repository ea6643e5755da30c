import type { AttemptRow } from '../../store/invoices/attempts.ts';
import { type Happening, type HistoryFacts, happening, toldOf } from './history-entry.ts';

/** Cancels and refunds that somebody of the shop asked for, and how they ended where no change tells it. */
export const requestEntries = (
  facts: HistoryFacts,
  refunds: ReadonlyMap<AttemptRow, Happening>,
): Happening[] =>
  facts.attempts
    .filter(({ kind }) => kind !== 'create')
    .flatMap((attempt) => {
      const doubt = doubtOf(facts, attempt);
      return [requested(attempt), ...(doubt ? [doubt] : []), ...ending(facts, attempt, doubt, refunds)];
    });

/** Of a refund, what was asked for, minor units. */
export const amountOf = ({ kind, request }: AttemptRow): number | null =>
  kind === 'refund' ? ((JSON.parse(request) as { amount?: number }).amount ?? null) : null;

const requested = (attempt: AttemptRow): Happening =>
  happening(attempt.kind === 'refund' ? 'refund_requested' : 'cancel_requested', attempt.created_at, {
    amount: amountOf(attempt),
    by: attempt.account_id,
  });

/** The journal keeps only how it stands; when the doubt arose is told by the event, as long as that is kept. */
const doubtOf = ({ events }: HistoryFacts, attempt: AttemptRow): Happening | undefined => {
  const { kind, status, err_code, created_at, settled_at } = attempt;
  if (status === 'pending') return undefined;
  const ended = settled_at ?? created_at;
  const told = toldOf(events, 'attempt.in_doubt').find(
    (event) => event.kind === kind && event.at >= created_at && event.at <= ended,
  );
  const isKnown = status === 'in_doubt' || status === 'dropped' || (status === 'done' && err_code !== '');
  if (!told && !isKnown) return undefined;
  const at = told?.at ?? (status === 'in_doubt' ? ended : created_at);
  return happening('in_doubt', at, { amount: amountOf(attempt), detail: told?.err_code ?? err_code });
};

const ending = (
  { invoice }: HistoryFacts,
  attempt: AttemptRow,
  doubt: Happening | undefined,
  refunds: ReadonlyMap<AttemptRow, Happening>,
): Happening[] => {
  const { kind, status, err_code, created_at, settled_at } = attempt;
  const at = settled_at ?? created_at;
  const amount = amountOf(attempt);
  // Dropped: the bank knows nothing of it, so it was not done either. The code then is that of the doubt.
  if (status === 'refused' || status === 'dropped')
    return [happening('refused', at, { amount, detail: doubt ? '' : err_code })];
  const isTold = kind === 'refund' ? refunds.has(attempt) : invoice.status === 'expired';
  return status === 'done' && doubt && !isTold ? [happening('settled', at, { amount })] : [];
};
