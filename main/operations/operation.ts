import type {
  OPERATIONS,
  OperationInput,
  OperationName,
  OperationOutput,
} from '../../shared/operations/operations.ts';
import type { Log } from '../platform/log.ts';
import type { Advice } from '../platform/owner-error.ts';
import type { Installation, ServiceHandle } from '../safekeeping/installation.ts';
import type { Db } from '../store/db/connection.ts';
import type { CallGuard } from './guard.ts';

/** What each surface gives an operation. */
interface OperationContext {
  db: Db;
  dataDir: string;
  /** Milliseconds UTC. */
  now: () => number;
  log: Log;
  guard: CallGuard;
  /** What this surface adds to the message of an error. */
  advice: Advice;
  /** Runs the due jobs now, where the service is at hand. */
  wake(): void;
}

/** What an operation has besides whose entry says that it needs the keys. */
type Keys = Pick<Installation, 'vault' | 'bank' | 'openToken' | 'bankNow'>;

type NeedsKeys<Name extends OperationName> = (typeof OPERATIONS)[Name]['needsKeys'] extends true
  ? Keys
  : unknown;

type NeedsService<Name extends OperationName> = (typeof OPERATIONS)[Name]['needsService'] extends true
  ? Pick<ServiceHandle, 'backups' | 'copies'>
  : unknown;

/** What each operation runs in. */
export type OperationContexts = {
  [Name in OperationName]: OperationContext & NeedsKeys<Name> & NeedsService<Name>;
};

/** The input of a handler, which knows no surface: it is checked, and the caller may do it. */
export type OperationCall<Name extends OperationName> = OperationContexts[Name] & {
  input: OperationInput<Name>;
};

export type Handler<Name extends OperationName> = (
  call: OperationCall<Name>,
) => OperationOutput<Name> | Promise<OperationOutput<Name>>;

/** The handlers of the operations whose names are, or begin with, a prefix. */
export type Handlers<Prefix extends string = string> = {
  [Name in Extract<OperationName, Prefix | `${Prefix}.${string}`>]: Handler<Name>;
};
