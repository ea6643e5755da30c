import type { CallInput, CallName, CallOutput } from '../../shared/bridge.ts';
import type { Running } from '../app.ts';
import type { Actor } from '../domain/sessions.ts';
import type { BridgeContext } from './bridge.ts';

/** What a call is done with: everything about it is checked. */
export interface Call<Name extends CallName = CallName> extends BridgeContext {
  input: CallInput<Name>;
  /** The service that runs. The log of the context says in each line which call it is, and who makes it. */
  running: Running;
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
