import { EventEmitter } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createRequire } from 'node:module';
import { bundleElectron, ENTRY } from './electron-source.ts';

/** Electron's own net.fetch (lib/browser/api/net-fetch.ts) over Node's http in the place of Chromium's network. */

interface LoaderOptions {
  url: string;
  method: string;
  extraHeaders: Record<string, string>;
  body: Buffer | null;
}

const ERRORS: Record<string, string> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
};

const isRedirect = ({ statusCode = 0, headers }: IncomingMessage): boolean =>
  [301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined;

const headOf = (answer: IncomingMessage) => ({
  statusCode: answer.statusCode,
  statusMessage: answer.statusMessage,
  httpVersion: { major: answer.httpVersionMajor, minor: answer.httpVersionMinor },
  headers: Object.fromEntries(Object.entries(answer.headersDistinct)),
  rawHeaders: [],
});

/** As shell/common/api/electron_api_url_loader.cc: the events of one request. */
const createURLLoader = ({ url, method, extraHeaders, body }: LoaderOptions) => {
  const loader = new EventEmitter();
  const sent = request(url, { method, headers: extraHeaders, agent: false }, (answer) => {
    if (isRedirect(answer)) {
      answer.resume();
      const redirect = { statusCode: answer.statusCode, newMethod: 'GET', newUrl: answer.headers.location };
      loader.emit('redirect', {}, redirect, {});
      return;
    }
    loader.emit('response-started', {}, url, headOf(answer));
    answer.on('data', (bytes: Buffer) => {
      answer.pause();
      loader.emit('data', {}, bytes, () => answer.resume());
    });
    answer.on('end', () => loader.emit('complete', {}));
    answer.on('error', () => loader.emit('error', {}, 'net::ERR_CONTENT_LENGTH_MISMATCH'));
  });
  let isCancelled = false;
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (!isCancelled) loader.emit('error', {}, ERRORS[error.code ?? ''] ?? 'net::ERR_FAILED');
  });
  sent.end(body ?? undefined);
  return Object.assign(loader, {
    cancel: () => {
      isCancelled = true;
      sent.destroy();
    },
  });
};

/** @param folder of Electron's sources */
export const electronFetch = async (folder: string): Promise<typeof fetch> => {
  const code = await bundleElectron(folder, {
    [ENTRY]: `
      import { fetchWithSession } from '@electron/internal/browser/api/net-fetch';
      import { ClientRequest } from '@electron/internal/common/api/net-client-request';
      export const fetch = (input, init) =>
        fetchWithSession(input, init, undefined, (options) => new ClientRequest(options));`,
  });
  const bindings: Record<string, object> = {
    electron_common_net: { isValidHeaderName: () => true, isValidHeaderValue: () => true, createURLLoader },
    electron_browser_session: { Session: class {} },
  };
  const own: { exports: Record<string, unknown> } = { exports: {} };
  const stand = {
    type: 'browser',
    nextTick: process.nextTick,
    _linkedBinding: (name: string) => bindings[name],
  };
  const load = createRequire(import.meta.url);
  new Function('module', 'exports', 'process', 'require', code)(own, own.exports, stand, load);
  return own.exports.fetch as typeof fetch;
};
