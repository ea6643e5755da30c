import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ActionFault } from '../../../shared/actions.ts';
import {
  type ActionRow,
  actionByNumber,
  actionHash,
  type ChainLink,
  chainEnd,
  chainStart,
  lastActionNumber,
  partsOfActions,
  pruneActions,
  readSeal,
  type SealRow,
  writeCheck,
  writeSeal,
} from '../../store/actions.ts';
import type { Db } from '../../store/db/connection.ts';
import { recordAction } from './record.ts';

/** Authenticates a text by a key of the keychain, in hex; undefined while that is locked. */
export type Mac = (text: string) => string | undefined;

/** The result of a check of the log; `number` is the first action that is wrong or missing. */
export interface Checked {
  rows: number;
  broken?: { fault: ActionFault; number: number };
}

const sealText = ({ number, hash }: ChainLink): string => `${number} ${hash}`;

/** Why a row does not follow the one before it; undefined: it does. */
const faultOf = (row: ActionRow, before: ChainLink): Checked['broken'] => {
  // A restored database continues with the number after the last one of the database that it replaced.
  const isNext = row.number === before.number + 1 || row.code === 'backup_restored';
  if (!isNext) return { fault: 'missing', number: before.number + 1 };
  const { hash, ...rest } = row;
  const isWhole = hash === actionHash(rest) && row.previous_hash === before.hash;
  return isWhole ? undefined : { fault: 'changed', number: row.number };
};

interface Walk {
  end: ChainLink;
  rows: number;
  prunedTo: string[];
}

/** Whether the log tells of the deletion that its beginning rests on. */
const tellsOfStart = ({ prunedTo }: Walk, start: ChainLink): boolean =>
  start.number === 0 || prunedTo.includes(start.hash);

/** What the chain alone cannot show: a cut at its end or beginning, and a chain that was computed anew. */
const faultOfEnds = (db: Db, start: ChainLink, walk: Walk, mac: Mac | undefined): Checked['broken'] => {
  if (!tellsOfStart(walk, start)) return { fault: 'missing', number: start.number };
  if (lastActionNumber(db) > walk.end.number) return { fault: 'cut_off', number: walk.end.number + 1 };
  const seal = readSeal(db);
  if (!seal || seal.number <= start.number) return undefined;
  if (seal.number > walk.end.number) return { fault: 'cut_off', number: walk.end.number + 1 };
  return fitsSeal(db, seal, mac) ? undefined : { fault: 'seal', number: seal.number };
};

/** The same text under every key: shows which key made a seal. */
const KEY_MARK = 'key';

/** Whether the sealed action is the one that was sealed; a seal of another key proves nothing. */
const fitsSeal = (db: Db, seal: SealRow, mac: Mac | undefined): boolean =>
  actionByNumber(db, seal.number)?.hash === seal.hash && !(mac && isForgedSeal(seal, mac));

/** Whether a seal claims to be of this key, and is not. */
export const isForgedSeal = (seal: SealRow, mac: Mac): boolean =>
  mac(KEY_MARK) === seal.key_mark && mac(sealText(seal)) !== seal.mac;

function* walkChain(db: Db, mac: Mac | undefined): Generator<undefined, Checked, undefined> {
  const start = chainStart(db);
  const walk: Walk = { end: start, rows: 0, prunedTo: [] };
  for (const part of partsOfActions(db)) {
    for (const row of part) {
      const broken = faultOf(row, walk.end);
      if (broken) return { rows: walk.rows, broken };
      if (row.code === 'actions_pruned') walk.prunedTo.push(String(JSON.parse(row.facts).hash));
      walk.end = { number: row.number, hash: row.hash };
      walk.rows += 1;
    }
    yield;
  }
  const broken = faultOfEnds(db, start, walk, mac);
  return broken ? { rows: walk.rows, broken } : { rows: walk.rows };
}

/**
 * Checks the whole log: a million actions take some seconds.
 * @param mac undefined: the seal's authenticity is not checked
 */
export const verifyActions = (db: Db, mac?: Mac): Checked => {
  const walk = walkChain(db, mac);
  let step = walk.next();
  while (!step.done) step = walk.next();
  return step.value;
};

/**
 * The same in between other work; stores the result.
 * @param isStopping ends it without a result: undefined
 */
export const checkActions = async (
  db: Db,
  now: () => number,
  mac: Mac,
  isStopping: () => boolean,
): Promise<Checked | undefined> => {
  const walk = walkChain(db, mac);
  let step = walk.next();
  for (; !step.done; step = walk.next()) {
    if (isStopping()) return undefined;
    await nextTurn();
  }
  const { fault, number } = step.value.broken ?? { fault: '' as const, number: null };
  writeCheck(db, { at: now(), rows: step.value.rows, fault, number });
  return step.value;
};

/** Whether the log has actions that the seal does not cover. */
export const needsSeal = (db: Db): boolean => chainEnd(db).number > (readSeal(db)?.number ?? 0);

/**
 * Seals the log up to its last action. False while the keychain is locked, and when the log does not fit the last seal:
 * a new one would hide that.
 */
export const sealActions = (db: Db, now: number, mac: Mac): boolean =>
  db.transaction(() => {
    const keyMark = mac(KEY_MARK);
    if (keyMark === undefined) return false;
    const seal = readSeal(db);
    if (seal && seal.number > chainStart(db).number && !fitsSeal(db, seal, mac)) return false;
    if (seal && seal.key_mark !== keyMark) recordAction(db, now, { code: 'seal_renewed' });
    const { number, hash } = chainEnd(db);
    writeSeal(db, { number, hash, mac: mac(sealText({ number, hash })) ?? '', key_mark: keyMark, at: now });
    return true;
  });

/** Deletes the actions from before a moment (ms), and records that. Returns their number. */
export const forgetActions = (db: Db, before: number, now: () => number): Promise<number> =>
  pruneActions(db, before, ({ number, hash }, count) =>
    recordAction(db, now(), { code: 'actions_pruned', facts: { count, number, hash } }),
  );
