import type { CallInput, CallName, CallOutput } from '../../shared/bridge.ts';
import type { Actor } from '../domain/accounts/sessions.ts';
import type { RunningService } from '../domain/installation.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { Desk } from './desk.ts';

/** The service that runs, with what the bridge works on. */
export interface StartedService {
  running: RunningService;
}

/** The program around the service, as far as the calls of the window need it: main/start/host.ts. */
interface ServiceHost {
  /** Undefined while nothing runs. */
  started(): StartedService | undefined;
  config(): Pick<Config, 'dataDir'>;
  isPractice(): boolean;
  /** Stops the service, does the work, and starts it again. @throws what `work` throws; OwnerError when it does not start */
  whileStopped<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Starts on the other shop's data folder. @throws OwnerError */
  switchTo(practice: boolean): Promise<void>;
  /** Whatever is due is done. */
  wake(): void;
}

export interface BridgeContext {
  host: ServiceHost;
  desk: Desk;
  log: Log;
}

/** What a call is done with: everything about it is checked. */
export interface Call<Name extends CallName = CallName> extends BridgeContext {
  input: CallInput<Name>;
  /** The service that runs. The log of the context says in each line which call it is, and who makes it. */
  running: RunningService;
  /** For a call that anyone may make, and sometimes only the owner. @throws what `accessOf` does */
  requireOwner(): Promise<Actor | undefined>;
  /** Where the program's log is. */
  logs: string;
}

export type Work<Name extends CallName> = (call: Call<Name>) => CallOutput<Name> | Promise<CallOutput<Name>>;

/** Some calls of the map, by what their names begin with, each with what it does. */
export type Works<Prefix extends string> = {
  [Name in Extract<CallName, `${Prefix}.${string}`>]: Work<Name>;
};
