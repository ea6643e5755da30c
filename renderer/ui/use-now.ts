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
