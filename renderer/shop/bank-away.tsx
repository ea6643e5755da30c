import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { systemQuery } from '../api/queries.ts';
import { useNow } from '../kit/use-now.ts';
import { splitTimeLeft } from '../lib/time-left.ts';
import { useDates } from './use-dates.ts';

interface BankAway {
  /** Milliseconds UTC. */
  since: number;
  /** null: not known. */
  nextTry: number | null;
}

/** While the bank does not answer; undefined otherwise. */
export const useBankAway = (): BankAway | undefined => {
  const { data: system } = useQuery(systemQuery);
  const bank = system?.bank;
  if (bank?.state !== 'unreachable' || bank.since === null) return undefined;
  return {
    since: Date.parse(bank.since),
    nextTry: bank.next_try_at === null ? null : Date.parse(bank.next_try_at),
  };
};

/** `The bank has not answered since 14:02.` */
export const useBankAwayTitle = (): ((away: BankAway) => string) => {
  const { t } = useTranslation();
  const dates = useDates();
  return ({ since }) => t('connection.bankLost', { time: dates.short(since) });
};

/** Says what still works, since when the bank is away and when the next attempt is. One text for every screen. */
export const BankAwayText = ({ since, nextTry }: BankAway) => {
  const { t } = useTranslation();
  const now = useNow();
  const span = (ms: number): string => {
    const { unit, ...parts } = splitTimeLeft(ms);
    return t(`timeLeft.${unit}`, parts);
  };
  const elapsed = span(Math.max(1000, now - since));
  const isTrying = nextTry === null || nextTry <= now;
  return (
    <>
      {t('connection.bankAwaySafe')} {/* A role of its own, lest screen readers announce each second. */}
      <span className="figures" role="timer">
        {isTrying
          ? t('connection.bankAwayNow', { elapsed })
          : t('connection.bankAway', { elapsed, next: span(nextTry - now) })}
      </span>
    </>
  );
};
