import * as v from 'valibot';
import type { Bank } from '../../bank/client.ts';
import { movedAway } from '../../bank/errors.ts';
import { wrapCalls } from '../../bank/pace.ts';
import type { Db } from '../../store/db/connection.ts';
import { getSetting, type SettingKey, setSetting } from '../../store/settings.ts';

const markSchema = v.object({
  /** Milliseconds UTC. */
  at: v.number(),
  /** Away: name of the copy that was made. Here: of the one that was restored. */
  copy: v.string(),
  /** Here: name of the computer that made it. */
  computer: v.string(),
});
/** When a shop was moved, and by which copy. */
export type MoveMark = v.InferOutput<typeof markSchema>;

const markOf = (db: Db, key: SettingKey): MoveMark | undefined => {
  const text = getSetting(db, key);
  if (text === undefined) return undefined;
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), markSchema), text);
  // A mark that cannot be read still means that the shop was moved.
  return read.success ? read.output : { at: 0, copy: '', computer: '' };
};

/** The shop goes on on another computer; undefined: it goes on here. */
export const movedAwayMark = (db: Db): MoveMark | undefined => markOf(db, 'moved_away');

export const isMovedAway = (db: Db): boolean => getSetting(db, 'moved_away') !== undefined;

/** The copy that the shop came to this computer by; undefined: it began here. */
export const movedHereMark = (db: Db): MoveMark | undefined => markOf(db, 'moved_here');

export const setMark = (db: Db, key: 'moved_away' | 'moved_here', mark: MoveMark): void =>
  setSetting(db, key, JSON.stringify(mark));

/** The same bank; while the shop is marked as moved, each call is refused before anything is sent. */
export const refusingWhenMoved = (db: Db, bank: Bank): Bank =>
  wrapCalls(bank, async (_token, call) => {
    if (isMovedAway(db)) throw movedAway();
    return call();
  });
