import i18next from 'i18next';

/** Often enough to see that it goes on, seldom enough to be read out. */
const REPORT_EVERY_MS = 5000;

/** Does something whose end cannot be foreseen, and reports how long it has taken so far. */
export const withElapsed = async <T>(report: (text: string) => void, run: () => Promise<T>): Promise<T> => {
  const started = Date.now();
  const reportElapsed = () =>
    report(i18next.t('work.elapsed', { seconds: Math.round((Date.now() - started) / 1000) }));
  const timer = setInterval(reportElapsed, REPORT_EVERY_MS);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
};
