import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { DAY_MS } from '../../../shared/time.ts';
import { createQueue, type QueueOptions } from '../../platform/async.ts';
import { PASSWORD_COST } from '../../platform/key-costs.ts';
import type { AccountRow } from '../../store/accounts.ts';

const derive = promisify<Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Twice the memory of PASSWORD_COST: Node's own limit is just below it. */
const MAX_MEMORY = 2 ** 26;
const KEY_BYTES = 32;

/** Leaves two of Node's four pool threads free: during 58 sign-ins at once a DNS lookup of the bank took 5 s. */
const HASHES_AT_ONCE = 2;
const hashing = createQueue(HASHES_AT_ONCE);

/** `scrypt$N$r$p$salt$key`: the hash contains the parameters, so that they can be raised later. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  const cost = { ...PASSWORD_COST, maxmem: MAX_MEMORY };
  const key = await hashing(() => derive(Buffer.from(password.normalize('NFC')), salt, KEY_BYTES, cost));
  return written(salt, key);
};

/** Matches no password, and takes as long to verify as a real hash. */
export const decoyHash = (): string => written(randomBytes(16), randomBytes(KEY_BYTES));

const written = (salt: Buffer, key: Buffer): string => {
  const { N, r, p } = PASSWORD_COST;
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
};

/** @throws the reason of the signal, or BusyError if the queue is full */
export const verifyPassword = async (
  password: string,
  hash: string,
  queue: QueueOptions = {},
): Promise<boolean> => {
  const [scheme, N, r, p, salt = '', key = ''] = hash.split('$');
  if (scheme !== 'scrypt') return false;
  const expected = Buffer.from(key, 'base64');
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: MAX_MEMORY };
  const actual = await hashing(
    () => derive(Buffer.from(password.normalize('NFC')), Buffer.from(salt, 'base64'), expected.length, cost),
    queue,
  );
  return timingSafeEqual(actual, expected);
};

/**
 * Which accounts confirmed their password on this PC, and when; kept in memory, so that a restart forgets it. Both clocks
 * must agree that it is recent: the PC's own may be set back, and the monotonic one may stand still while the PC sleeps.
 * @param now milliseconds UTC
 * @param clock milliseconds that never decrease
 */
export const createPasswordTimes = (now: () => number, clock: () => number) => {
  const given = new Map<number, { hash: string; at: number; ticks: number }>();
  return {
    note: ({ id, password_hash }: AccountRow): void =>
      void given.set(id, { hash: password_hash, at: now(), ticks: clock() }),
    /** Whether it was given within a day, and is still the password. */
    isRecent: ({ id, password_hash }: AccountRow): boolean => {
      const last = given.get(id);
      if (last?.hash !== password_hash) return false;
      const age = now() - last.at;
      return age >= 0 && age < DAY_MS && clock() - last.ticks < DAY_MS;
    },
  };
};
