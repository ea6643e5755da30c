import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createBridge } from '../../../main/bridge/bridge.ts';
import type { Log } from '../../../main/platform/log.ts';
import type { Host } from '../../../main/start/host.ts';
import type { BridgeAnswer, BridgeEvent, KramarBridge } from '../../../shared/bridge.ts';
import { type Asked, standInShell } from '../../helpers/desk.ts';

interface Program {
  host: Host;
  log: Log;
  folder: string;
}

export interface Desktop {
  /** What the program was asked to do beside the service. */
  asked: Asked;
  /** What the program tells the window by itself. */
  tell(event: BridgeEvent): Promise<void>;
}

interface BoundWindow {
  kramar: KramarBridge;
  kramarCall(name: string, input: string, accessToken: string | null): Promise<BridgeAnswer>;
  kramarTold(event: BridgeEvent): void;
}

const BYTES = '$bytes';

/**
 * Makes the page the program's window: the bridge of the main process itself, over the browser's binding where Electron
 * would have its IPC. Called before the page is opened.
 */
export const becomeDesktop = async (page: Page, { host, log, folder }: Program): Promise<Desktop> => {
  const { shell, asked } = standInShell(join(folder, 'desktop'));
  const bridge = createBridge({ host, shell, log });
  await page.exposeBinding(
    'kramarCall',
    ({ frame }, name: string, input: string, accessToken: string | null) =>
      bridge.call(name, unpacked(input), accessToken, frame.url()),
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
    bound.kramarTold = (event) => {
      for (const listener of listeners) listener(event);
    };
  }, BYTES);
  return {
    asked,
    tell: (event) => page.evaluate((told) => (globalThis as unknown as BoundWindow).kramarTold(told), event),
  };
};

const unpacked = (input: string): unknown =>
  JSON.parse(input, (_key, value) =>
    typeof value === 'object' && value !== null && typeof value[BYTES] === 'string'
      ? new Uint8Array(Buffer.from(value[BYTES], 'hex'))
      : value,
  );
