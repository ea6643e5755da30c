import { HOUR_MS } from '../../shared/time.ts';
import { withAdvice } from '../platform/owner-error.ts';
import { isOverdue, listBackups, newestSound } from '../safekeeping/backups/list.ts';
import { CONSOLE_ADVICE } from './advice.ts';
import { type Finding, ok, warning } from './finding.ts';

/** @param now milliseconds UTC */
export const checkBackups = (dataDir: string, folder: string, now: number): Finding => {
  const { backups, problems } = listBackups(dataDir, folder);
  const anew = 'The running service makes one a day; now: backup create.';
  const newest = newestSound(backups, now);
  if (problems.length > 0) {
    const unread = problems.map((problem) => withAdvice(problem, CONSOLE_ADVICE));
    return warning('backups', `${unread.join(' ')} ${anew}`);
  }
  if (!newest) return warning('backups', `There is no sound one yet. ${anew}`);
  const path = `(${newest.path}), of ${backups.length}`;
  if (newest.created_at > now)
    return warning('backups', `The newest is dated in the future ${path}. Is this PC's clock right? ${anew}`);
  const newestAge = `The newest is ${ageText(now - newest.created_at)} old ${path}.`;
  return isOverdue(newest.created_at, now)
    ? warning('backups', `${newestAge} ${anew}`)
    : ok('backups', newestAge);
};

const ageText = (ms: number): string => {
  if (ms < HOUR_MS) return 'less than an hour';
  const hours = Math.floor(ms / HOUR_MS);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
};
