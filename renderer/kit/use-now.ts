import { useEffect, useState } from 'react';

/** The current time, ms UTC. @param everyMs the interval of updates */
export const useNow = (everyMs = 1000): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};

/** The current step of time, ms UTC: a screen that shows minutes renders once per minute, not on every check. */
export const useStepOfTime = (stepMs: number, checkIntervalMs: number): number => {
  const [step, setStep] = useState(() => Math.floor(Date.now() / stepMs) * stepMs);
  useEffect(() => {
    const timer = setInterval(() => setStep(Math.floor(Date.now() / stepMs) * stepMs), checkIntervalMs);
    return () => clearInterval(timer);
  }, [stepMs, checkIntervalMs]);
  return step;
};
