import type { IpcMain } from 'electron';
import type { BridgeAnswer } from '../../shared/bridge.ts';
import { CALL_CHANNEL } from '../../shared/bridge-channels.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { senderAddress } from './security/contents.ts';
import type { ShopWindow } from './window.ts';

/** They stop the service, which may not come back. */
const STOPPING: ReadonlySet<unknown> = new Set(['service.restart', 'backups.restore', 'shop.switch']);

interface TransportContext {
  ipcMain: IpcMain;
  window: Pick<ShopWindow, 'contents'>;
  bridge: Bridge;
  /** Told after a call that may have left nothing running. */
  afterStop(): void;
}

/** The bridge over Electron's IPC; whose call it is, and whether it may be, is the bridge's to say. */
export const carryBridge = ({ ipcMain, window, bridge, afterStop }: TransportContext): void => {
  let stopping = 0;
  ipcMain.handle(
    CALL_CHANNEL,
    async (event, name: unknown, input: unknown, accessToken: unknown): Promise<BridgeAnswer> => {
      const mayStop = STOPPING.has(name);
      if (mayStop) stopping += 1;
      const answer = await bridge.call(name, input, accessToken, senderAddress(event, window.contents));
      if (mayStop) stopping -= 1;
      // While another one is at it, it is not known yet what will run.
      if (mayStop && !answer.ok && stopping === 0) afterStop();
      return answer;
    },
  );
};
