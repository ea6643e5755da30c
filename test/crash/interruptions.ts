import { type Aim, ANY_TIME, type Occasion, pointNamed } from './points.ts';
import { interruptRestore } from './restores.ts';
import type { CrashShop } from './shop.ts';
import { type Interrupted, interruptFirstStart, interruptUpdate } from './updates.ts';

export type Interruption = (shop: CrashShop, aim: Aim) => Promise<Interrupted>;
/** Commands that run on a copy of the shop while no service runs. */
export const INTERRUPTIONS: Partial<Record<Occasion, Interruption>> = {
  update: interruptUpdate,
  restore: interruptRestore,
  'first start': interruptFirstStart,
};

/** On a copy the start that comes after it is killed as well. */
export const killsAt = (point: string): number =>
  point !== ANY_TIME && INTERRUPTIONS[pointNamed(point).when] ? 2 : 1;
