import { byPerson, type Found, foundOf, type Rule, type Sale, type Seen, type ShopDay } from './shop-day.ts';

/** Whoever forgot something comes back at once. */
const GONE_MINUTES = 25;
/** A person who takes the till over stays longer than this. */
const SHORT_MINUTES = 15;
/** How near another person must have been. */
const NEAR_MINUTES = 20;

/** A sign-in by PIN, until the next sign-in or sign-out of anybody. */
interface Session extends Pick<Seen, 'by' | 'minute'> {
  until: number;
}

const sessionsOf = (seen: readonly Seen[]): Session[] =>
  seen.flatMap(({ by, minute, how }, index) =>
    how === 'pin' ? [{ by, minute, until: seen[index + 1]?.minute ?? Number.POSITIVE_INFINITY }] : [],
  );

/** The last moment at which the person had gone before this one; undefined: they had not. */
const goneSince = ({ seen, sales }: ShopDay, { by, minute }: Session): number | undefined => {
  const earlier = seen.filter((event) => event.by === by && event.minute < minute);
  const last = earlier.findLast(({ how }) => how !== 'pin');
  if (last?.how === 'out') return last.minute;
  // A day on which the person has neither signed in nor sold anything: somebody else began it for them.
  const sold = sales.some((sale) => sale.by === by && sale.minute < minute);
  return last === undefined && earlier.length === 0 && !sold ? 0 : undefined;
};

/**
 * Sales under a PIN whose person had signed out for the day, or had not come at all, while somebody else was working
 * there. Whether somebody uses the PIN of a person who is present cannot be known.
 */
export const salesAtAnothersPin: Rule = (today) => {
  const others = (session: Session, minute: number): boolean =>
    [...today.sales, ...today.seen].some(
      (event) => event.by !== session.by && Math.abs(event.minute - minute) <= NEAR_MINUTES,
    );

  const salesIn = (session: Session): Sale[] => {
    const since = goneSince(today, session);
    const isShort = session.until - session.minute <= SHORT_MINUTES;
    if (since === undefined || session.minute - since < GONE_MINUTES || !isShort) return [];
    if (!others(session, session.minute) || !others(session, session.until)) return [];
    return [...today.sales, ...today.refunds].filter(
      ({ by, minute }) => by === session.by && minute >= session.minute && minute <= session.until,
    );
  };
  const odd = sessionsOf(today.seen).map((session) => ({ session, events: salesIn(session) }));
  return [...byPerson(odd.map(({ session, events }) => ({ ...session, events })))].flatMap(
    ([, sessions]): Found[] => {
      const events = sessions.flatMap((each) => each.events);
      const [first] = sessions.filter((each) => each.events.length > 0);
      if (!first) return [];
      return foundOf(events, {
        count: events.length,
        minute: first.minute,
        gone_since: goneSince(today, first) ?? 0,
      });
    },
  );
};
