import { contextBridge, ipcRenderer } from 'electron';
import type { BridgeEvent, KramarBridge } from '../../shared/bridge/bridge.ts';
import { BRIDGE_KEY, CALL_CHANNEL, EVENT_CHANNEL } from '../../shared/bridge/channels.ts';

/**
 * Exposes two functions, and nothing of Electron: the page can name no channel and never sees an event of the
 * transport. Built as CommonJS, for a sandboxed preload cannot be a module.
 * https://www.electronjs.org/docs/latest/tutorial/security#20-do-not-expose-electron-apis-to-untrusted-web-content
 */
const bridge: KramarBridge = {
  call: (name, input, accessToken) => ipcRenderer.invoke(CALL_CHANNEL, name, input, accessToken),
  listen: (listener) => {
    const onEvent = (_event: unknown, event: BridgeEvent): void => listener(event);
    ipcRenderer.on(EVENT_CHANNEL, onEvent);
    return () => {
      ipcRenderer.off(EVENT_CHANNEL, onEvent);
    };
  },
};

contextBridge.exposeInMainWorld(BRIDGE_KEY, bridge);
