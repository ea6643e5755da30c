import { setTimeout as sleep } from 'node:timers/promises';
import { isLoopback } from '../platform/config.ts';
import { readEndpoint } from '../platform/data-folder.ts';

/** A service that another process runs for a data folder, for a window to show. */

/** At the sign-in both may be started in one moment; the service then needs some seconds to its address. */
const WAIT_MS = 15_000;
const TRY_AGAIN_MS = 200;
const ANSWER_MS = 3_000;

/** The address of a service of this computer; the file is not trusted further. */
const originOf = (dataDir: string): string | undefined => {
  const endpoint = readEndpoint(dataDir);
  const url = endpoint?.alive ? URL.parse(endpoint.base_url) : null;
  return url?.protocol === 'http:' && isLoopback(url.hostname) ? url.origin : undefined;
};

const answers = async (origin: string): Promise<boolean> => {
  try {
    const { ok } = await fetch(`${origin}/`, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) });
    return ok;
  } catch {
    return false;
  }
};

/**
 * The address at which the service that holds this folder answers; undefined: none does in time.
 * @param waitMs for a service that is just starting
 */
export const findRunningService = async (dataDir: string, waitMs = WAIT_MS): Promise<string | undefined> => {
  for (const began = performance.now(); ; await sleep(TRY_AGAIN_MS)) {
    const origin = originOf(dataDir);
    if (origin !== undefined && (await answers(origin))) return origin;
    if (performance.now() - began > waitMs) return undefined;
  }
};
