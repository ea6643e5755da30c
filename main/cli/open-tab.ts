import { spawn } from 'node:child_process';
import { environment } from '../platform/config.ts';
import { readEndpoint } from '../platform/data-folder.ts';
import { OwnerError } from '../platform/owner-error.ts';
import { issueTabCode } from '../platform/tab-code.ts';
import type { Run } from './command.ts';
import { isAnswering } from './doctor-installation.ts';
import { requireDatabase } from './open.ts';

/** Lets a browser be the owner's window: by a file that opens there, since a list of arguments is read by others. */
export const openTab: Run = async ({ config, input, log }) => {
  requireDatabase(config);
  const { page, address } = issueTabCode(config.dataDir, await originOf(config.dataDir), Date.now());
  log.info('A code for a browser tab was made.');
  const isShown = show(page);
  return {
    json: { ok: true, page },
    lines: [
      isShown ? `Your browser opens ${page}.` : `Open this file in a browser of this computer: ${page}`,
      ...(input.isTerminal ? ['Or open this address, within two minutes and once:', address] : []),
    ],
  };
};

/** The service of this folder must answer: a code that its port's next program received would be lost. @throws OwnerError */
const originOf = async (dataDir: string): Promise<string> => {
  const endpoint = readEndpoint(dataDir);
  if (endpoint?.alive && (await isAnswering(endpoint.base_url))) return new URL(endpoint.base_url).origin;
  throw new OwnerError(
    'NOT_RUNNING',
    `Kramar does not run with the data folder ${dataDir}. Nothing was changed. Start it, then try again.`,
  );
};

/** Whether a browser could be asked to open it. */
const show = (page: string): boolean => {
  if (process.platform === 'linux' && !environment().DISPLAY && !environment().WAYLAND_DISPLAY) return false;
  const [program, ...args] = { darwin: ['open', page], win32: ['explorer.exe', page] }[
    process.platform as string
  ] ?? ['xdg-open', page];
  const child = spawn(String(program), args, { stdio: 'ignore', detached: true });
  // A system without the program: the file is named all the same.
  child.on('error', () => undefined).unref();
  return true;
};
