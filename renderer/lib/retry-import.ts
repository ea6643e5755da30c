const RETRY_AFTER_MS = 1000;
/** Longer than a restart, a restore or a switch of shops takes. */
const MAX_TRIES = 60;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A part of the program that is loaded when it is needed. The service that has it may be starting again just then: it
 * is asked until it answers, a second apart and for a minute, while the screen shows that something is being loaded.
 * Chromium forgets a failed import(), so that the next one fetches anew (https://github.com/whatwg/html/issues/6768).
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
