import type { Readable } from 'node:stream';
import type { Needs } from '../../shared/operations/operation.ts';
import type {
  OPERATIONS,
  OperationInput,
  OperationName,
  OperationOutput,
} from '../../shared/operations/operations.ts';
import type { Log } from '../platform/log.ts';
import type { Advice } from '../platform/owner-error.ts';
import type { Vault } from '../platform/vault.ts';
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
  /** The body of the request, where it is a file. */
  file?: Readable | undefined;
  /** Runs the due jobs now, where the service is at hand. */
  wake(): void;
}

/**
 * Gives a file to the person: in a window in a folder that they choose (null: in none), in a tab as a download.
 * @param write puts it into a folder, and gives its path
 */
export type PutFile = (write: (folder: string) => Promise<string>) => Promise<string | null>;

/** What an operation has besides, by what its entry needs. */
interface Needed extends Record<Needs, unknown> {
  keys: Pick<Installation, 'vault' | 'bank' | 'openToken' | 'bankNow'>;
  backups: Pick<ServiceHandle, 'backups'>;
  copies: Pick<ServiceHandle, 'vault' | 'backups' | 'copies'>;
  service: Pick<ServiceHandle, 'vault' | 'backups' | 'copies' | 'uploads' | 'printer'> & { putFile: PutFile };
}

/** The program around the service. */
export interface StoppingHost {
  /**
   * Stops the service, which is then answered for, runs the work, and starts the service again at the same port, even
   * when the work fails.
   * @param of the service that the caller has used: another one, or one that stops already, is not stopped for it
   * @param onStopping called once nothing refuses it any more
   * @throws OwnerError UNAVAILABLE, what `work` throws, and OwnerError when the service does not start again
   */
  whileRestoring<Result>(
    of: ServiceHandle,
    work: () => Promise<Result>,
    onStopping?: () => void,
  ): Promise<Result>;
  /** The vault of a database of the selected shop, which may not be in its place yet. */
  openVault(db: Db): Promise<Vault>;
}

type StopsService<Name extends OperationName> = (typeof OPERATIONS)[Name]['stopsService'] extends true
  ? { whileRestoring<Result>(work: () => Promise<Result>): Promise<Result> } & Pick<StoppingHost, 'openVault'>
  : unknown;

/** What each operation runs in. */
export type OperationContexts = {
  [Name in OperationName]: OperationContext & Needed[(typeof OPERATIONS)[Name]['needs']] & StopsService<Name>;
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
