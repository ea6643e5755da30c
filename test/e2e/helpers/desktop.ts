import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createBridge } from '../../../main/bridge/bridge.ts';
import type { Log } from '../../../main/platform/log.ts';
import type { Host } from '../../../main/start/host.ts';
import type { BridgeAnswer, BridgeEvent, KramarBridge } from '../../../shared/bridge/bridge.ts';
import { type ShellRequests, standInShell } from '../../helpers/desk.ts';
import { PASSWORD } from '../../helpers/shop.ts';

interface Program {
  host: Host;
  log: Log;
  folder: string;
}

export interface Desktop {
  /** The requests that the program received beside the service. */
  asked: ShellRequests;
  /** Sends an event of the program to the window. */
  send(event: BridgeEvent): Promise<void>;
}

interface BoundWindow {
  kramar: KramarBridge;
  kramarCall(name: string, input: string, accessToken: string | null): Promise<BridgeAnswer>;
  kramarEvent(event: BridgeEvent): void;
}

const BYTES = '$bytes';

/**
 * Makes the page the program's window: the bridge of the main process itself, over the browser's binding where
 * Electron would have its IPC. A call that needs the owner's password is answered as within five minutes of it. Must be called before the page is opened.
 */
export const becomeDesktop = async (page: Page, { host, log, folder }: Program): Promise<Desktop> => {
  const { shell, asked } = standInShell(join(folder, 'desktop'));
  const bridge = createBridge({ host, shell, log });
  await page.exposeBinding(
    'kramarCall',
    async ({ frame }, name: string, input: string, accessToken: string | null) => {
      const call = () => bridge.call(name, unpacked(input), accessToken, frame.url());
      const answer = await call();
      if (answer.ok || answer.refusal.code !== 'PASSWORD_NEEDED') return answer;
      await bridge.call('owner.confirm', { password: PASSWORD }, accessToken, frame.url());
      return call();
    },
  );
  await page.addInitScript((bytesKey) => {
    const bound = globalThis as unknown as BoundWindow;
    const listeners = new Set<(event: BridgeEvent) => void>();
    // A binding carries JSON; Electron clones structures.
    const packed = (input: unknown) =>
      JSON.stringify(input, (_key, value) =>
        value instanceof Uint8Array
          ? { [bytesKey]: Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('') }
          : value,
      );
    bound.kramar = {
      call: (name, input, accessToken) => bound.kramarCall(name, packed(input), accessToken),
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    bound.kramarEvent = (event) => {
      for (const listener of listeners) listener(event);
    };
  }, BYTES);
  return {
    asked,
    send: (event) => page.evaluate((sent) => (globalThis as unknown as BoundWindow).kramarEvent(sent), event),
  };
};

const unpacked = (input: string): unknown =>
  JSON.parse(input, (_key, value) =>
    typeof value === 'object' && value !== null && typeof value[BYTES] === 'string'
      ? new Uint8Array(Buffer.from(value[BYTES], 'hex'))
      : value,
  );
