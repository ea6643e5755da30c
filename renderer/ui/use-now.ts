import { useEffect, useState } from 'react';

/** The time, ms UTC, as it passes. @param everyMs how often it is looked at */
export const useNow = (everyMs = 1000): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};

/** The step of time that it is, ms UTC: whoever shows minutes is not drawn anew every time the clock is looked at. */
export const useStepOfTime = (stepMs: number, checkIntervalMs: number): number => {
  const [step, setStep] = useState(() => Math.floor(Date.now() / stepMs) * stepMs);
  useEffect(() => {
    const timer = setInterval(() => setStep(Math.floor(Date.now() / stepMs) * stepMs), checkIntervalMs);
    return () => clearInterval(timer);
  }, [stepMs, checkIntervalMs]);
  return step;
};
