import type { BridgeAnswer } from '../../shared/bridge.ts';
import type { Host } from '../host.ts';
import type { Log } from '../log.ts';
import type { Desk } from './desk.ts';

export interface Bridge {
  /**
   * Does one call of the window. Never throws: whatever is wrong is the answer. The bank's codes go out as BANK_…,
   * so that its FORBIDDEN (an unknown token) is not taken for the bridge's own.
   * @param frame the address of the frame that calls, as the transport knows it ("" where it knows none)
   */
  call(name: unknown, input: unknown, accessToken: unknown, frame: string): Promise<BridgeAnswer>;
}

interface BridgeContext {
  host: Host;
  desk: Desk;
  log: Log;
}

/** The owner's console over whatever carries it: Electron's IPC, in tests a browser's binding. */
export const createBridge = (_context: BridgeContext): Bridge => ({
  call: async (name) => ({
    ok: false,
    refusal: { code: 'NOT_ALLOWED', detail: `There is no call ${name}.` },
  }),
});
