import { SECOND_MS } from '../../shared/time.ts';

interface TimeLeft {
  unit: 'over' | 'seconds' | 'minutes' | 'hours' | 'days';
  /** Days, for the plural. */
  count: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** A time span in its two largest units. */
export const splitTimeLeft = (ms: number): TimeLeft => {
  const whole = Math.max(0, Math.ceil(ms / SECOND_MS));
  const parts = {
    count: Math.floor(whole / 86_400),
    hours: Math.floor(whole / 3600) % 24,
    minutes: Math.floor(whole / 60) % 60,
    seconds: whole % 60,
  };
  return { unit: unitOf(whole), ...parts };
};

const unitOf = (seconds: number): TimeLeft['unit'] => {
  if (seconds === 0) return 'over';
  if (seconds < 60) return 'seconds';
  if (seconds < 3600) return 'minutes';
  return seconds < 86_400 ? 'hours' : 'days';
};
