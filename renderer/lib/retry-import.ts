const RETRY_AFTER_MS = 1000;
/** Longer than a restart, a restore or a switch of shops takes. */
const MAX_TRIES = 60;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Loads a part of the program on demand. The service that serves it may be restarting, so a failed import is retried
 * each second for a minute. Chromium does not cache a failed import(), so each try fetches again
 * (https://github.com/whatwg/html/issues/6768).
 */
export const retryImport =
  <Part>(load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await load();
      } catch (error) {
        if (tries === MAX_TRIES) throw error;
        await sleep(RETRY_AFTER_MS);
      }
    }
  };
