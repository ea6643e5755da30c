import { homedir } from 'node:os';
import { BASE_PATH } from '../http/server.ts';
import { type Config, defaultDataDir, environment } from '../platform/config.ts';
import { readEndpoint } from '../platform/data-folder.ts';
import { reasonOf } from '../platform/os-errors.ts';
import type { OwnerError } from '../platform/owner-error.ts';

/** Which ports the service tries, and who has the one that it wanted. */

/** Far apart: Windows reserves ports by the hundred, others after each start (netsh int ipv4 show excludedportrange). */
const SPARE_PORTS = [7580, 17_480, 27_480] as const;

/**
 * The wished port, then those that take its place.
 * @param own the port that the owner has set
 * @param before the one of the service that has stopped: it is tried first
 */
export const portsFor = (
  { port, isPortChosen }: Pick<Config, 'port' | 'isPortChosen'>,
  own?: number,
  before?: number,
): [number, ...number[]] => {
  const wished: [number, ...number[]] = isPortChosen ? [port] : [own ?? port, ...SPARE_PORTS];
  return before === undefined ? wished : [before, ...wished];
};

export type PortHolder =
  /** Windows keeps it for itself; nothing listens there. */
  | { kind: 'reserved' }
  /** `what` and `where` are known of this user's own. */
  | { kind: 'kramar'; own?: { what: string; folder: string; pid: number } }
  | { kind: 'program' }
  /** The system refuses it for another reason, as below 1024 on Linux. */
  | { kind: 'refused' };

/** Milliseconds: a Kramar that is busy is not to be called another program. */
const PROBE_MS = 10_000;

/** Finds out why a port cannot be had. @param error PORT_TAKEN or PORT_REFUSED */
export const portHolder = async (
  port: number,
  error: OwnerError,
  platform: NodeJS.Platform = process.platform,
): Promise<PortHolder> => {
  if (error.code === 'PORT_REFUSED')
    return {
      kind: platform === 'win32' && reasonOf(error.cause).fault === 'no_right' ? 'reserved' : 'refused',
    };
  const usual = defaultDataDir(process.platform, environment(), homedir());
  const folders: [folder: string, what: string][] = [
    [`${usual}-demo`, "Kramar's demo"],
    [usual, 'Kramar'],
  ];
  for (const [folder, what] of folders) {
    const endpoint = readEndpoint(folder);
    if (endpoint?.alive && new URL(endpoint.base_url).port === String(port))
      return { kind: 'kramar', own: { what, folder, pid: endpoint.pid } };
  }
  return { kind: (await isKramar(port)) ? 'kramar' : 'program' };
};

const isKramar = async (port: number): Promise<boolean> => {
  try {
    const url = `http://127.0.0.1:${port}${BASE_PATH}openapi.json`;
    const { headers } = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_MS) });
    return headers.has('x-ratelimit-limit') && headers.has('x-request-id');
  } catch {
    return false;
  }
};

/** Says it as the end of "Port 7480 …". */
export const holderText = (holder: PortHolder, error: OwnerError): string => {
  switch (holder.kind) {
    case 'reserved':
      return 'is reserved by Windows';
    case 'kramar':
      return holder.own
        ? `is taken by ${holder.own.what} with the data folder ${holder.own.folder} (process ${holder.own.pid})`
        : 'is taken by another Kramar, of another user or with another data folder';
    case 'program':
      return 'is taken by another program';
    case 'refused':
      return `cannot be used (${error.cause instanceof Error ? error.cause.message : error.code})`;
  }
};
