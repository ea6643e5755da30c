import i18next from 'i18next';

/** Frequent enough to show progress, rare enough for a screen reader. */
const REPORT_EVERY_MS = 5000;

/** Runs work of unknown length and reports the elapsed time. */
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
