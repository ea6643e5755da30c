import { writeFileSync } from 'node:fs';
import { AIM, type Aim, type Moment, type Point, pointNamed, REACHED } from './points.ts';

/** In the service: the point at which it is to be killed. */

const { env } = process;

let aimed: Point | undefined;
let left = 0;

export const aimAt = (at: Aim | undefined): void => {
  aimed = at && pointNamed(at.point);
  left = at?.nth ?? 0;
  // For a thread that is started later.
  env[AIM] = JSON.stringify(at ?? null);
};
aimAt(JSON.parse(env[AIM] ?? 'null') ?? undefined);

/** Whether this is where it is to be killed; called once each time that it may be. */
export const isReached = (moment: Moment, reported: string): boolean =>
  aimed?.at === moment && aimed.like.test(reported) && --left <= 0;

/** Files that the harness reads afterwards. */
export const mark = () => ({ file: env[REACHED] ?? '', name: aimed?.name ?? '' });

export const die = (): void => {
  const { file, name } = mark();
  writeFileSync(file, name);
  process.kill(process.pid, 'SIGKILL');
  // The signal may be handled a moment later: nothing more may happen until then.
  for (;;);
};

export const reach = (moment: Moment, reported: string): void => {
  if (isReached(moment, reported)) die();
};
