import type { CallInput, CallName, CallOutput } from '../../shared/bridge/bridge.ts';
import type { OperationName } from '../../shared/operations/operations.ts';
import type { CallGuard } from '../operations/guard.ts';
import type { StoppingHost } from '../operations/operation.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { RunningService } from '../safekeeping/installation.ts';
import type { Actor } from '../shop/accounts/sessions.ts';
import type { NativeShell } from './native-shell.ts';

/** The running service with the bridge's dependencies. */
export interface StartedService {
  running: RunningService;
}

/** The part of the program around the service that the calls need: main/start/host.ts. */
interface ServiceHost extends StoppingHost {
  started(): StartedService | undefined;
  config(): Pick<Config, 'dataDir'>;
  isPractice(): boolean;
  /**
   * Stops the service, runs the work, and starts the service again. @throws what `work` throws; OwnerError when it does
   * not start
   */
  whileStopped<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Starts on the other shop's data folder. @throws OwnerError */
  switchTo(practice: boolean): Promise<void>;
  /** Runs all due jobs. */
  wake(): void;
}

export interface BridgeContext {
  host: ServiceHost;
  shell: NativeShell;
  log: Log;
}

/** The input of a handler: everything is checked. */
export interface Call<Name extends CallName = CallName> extends BridgeContext {
  input: CallInput<Name>;
  /** The context's log names the call and its caller in each line. */
  running: RunningService;
  /** The owner's password and the folders of this window. */
  guard: CallGuard;
  /** The signed-in person of a call for members or the owner. */
  caller(): Actor;
  /** For a call that anyone may make, but that sometimes needs the owner. @throws what `accessOf` does */
  requireOwner(): Promise<Actor | undefined>;
  /** Folder of the program's log. */
  logs: string;
}

/** A call whose answer is null gives nothing. */
export type Handler<Name extends CallName> =
  CallOutput<Name> extends null
    ? (call: Call<Name>) => void
    : (call: Call<Name>) => CallOutput<Name> | Promise<CallOutput<Name>>;

/** The calls that are no operations: they need the window, or the program around the service. */
export type WindowCallName = Exclude<CallName, OperationName>;

/** The handlers of those whose names begin with a prefix. */
export type Handlers<Prefix extends string> = {
  [Name in Extract<WindowCallName, `${Prefix}.${string}`>]: Handler<Name>;
};
