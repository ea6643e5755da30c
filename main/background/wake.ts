const LOOK_EVERY_MS = 5_000;
/** Less is a busy machine. */
const JUMP_MS = 60_000;

/**
 * Notices that the PC has slept, or that its clock was set: then more time has passed by the clock than between
 * two looks (Linux's monotonic clock, which timers go by, stands still in sleep). Returns what ends the looking.
 * @param now milliseconds UTC
 */
export const onWake = (
  wake: () => void,
  now: () => number = Date.now,
  lookEveryMs = LOOK_EVERY_MS,
): (() => void) => {
  let last = now();
  const timer = setInterval(() => {
    const passed = now() - last;
    last += passed;
    if (Math.abs(passed - lookEveryMs) > JUMP_MS) wake();
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
};
