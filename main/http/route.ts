import type * as v from 'valibot';
import type { Permission } from '../../shared/permissions.ts';
import type { Actor } from '../domain/accounts/sessions.ts';
import type { KeyedRequest } from '../domain/idempotency.ts';
import type { Refine } from '../domain/validate.ts';
import type { FileBody } from './body.ts';
import type { EventStream } from './event-stream.ts';
import type { Paginate } from './pagination.ts';
import type { Progress } from './progress.ts';

/** Who may call: anybody at all, any team member, the owner, or who has the permission (of several: all of them). */
export type Access = 'public' | 'member' | 'owner' | Permission | readonly Permission[];

export type Language = 'en' | 'uk';

/** What a handler gets to see: everything checked, nothing of HTTP. */
interface Call<Query, Body, Target> {
  query: Query;
  body: Body;
  /** What `load` found under the path's id. */
  target: Target;
  language: Language;
  /** Present when the client sent an Idempotency-Key to an endpoint that takes one. */
  keyed?: KeyedRequest;
  /** What an endpoint that `consumes` files was sent; undefined: nothing. */
  file: Buffer | undefined;
  /**
   * Of an endpoint that `consumes` files or `canTakeLong`: aborted once the client has hung up, and nobody waits for
   * the answer.
   */
  signal: AbortSignal;
  /** Tells whoever wants to know how far it is; says nothing where nobody does. */
  progress(progress: Progress): void;
  paginate: Paginate;
}

export interface Example {
  summary?: string;
  value: unknown;
}

interface Endpoint<Query extends v.GenericSchema, Body extends v.GenericSchema, Target> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** After the base address, `{id}` for the record's id. */
  path: string;
  query?: Query;
  /** Absent: the endpoint takes no body, and an empty object is as good as none. */
  body?: Body;
  /** The files that it takes as its body instead, sent as they are. */
  consumes?: FileBody;
  /** Tells its progress, line by line, to who accepts application/x-ndjson; the answer is the last line. */
  tellsProgress?: true;
  /** A client may not want to wait for it. */
  canTakeLong?: true;
  refine?: Refine<v.InferOutput<Body>>;
  /** The field of the body with a refresh token: when we signed that, the request counts against its user. */
  countsFor?: string;
  /** Finds the record of the path's id; undefined is a 404, told before anything about the body. */
  load?: (id: number) => Target | undefined;
  /** The same for a path with `{name}` in it. */
  loadNamed?: (name: string) => Target | undefined;
  /** Answers instead of the handler whoever accepts text/event-stream. */
  stream?: EventStream;
  /** Beyond version 1 of the interface. */
  isExtension?: true;
  /** Takes an Idempotency-Key. */
  idempotent?: true;
  /** Of success; default 200. With 204 the answer has no body. */
  status?: 200 | 201 | 204;
  /** What a successful call answers; absent with 204, and with `produces`. */
  answer?: v.GenericSchema;
  /** Media types of the files that it answers with instead: the handler gives a FileAnswer. */
  produces?: readonly string[];
  /** Names of components/headers that a successful answer carries besides the usual ones. */
  answerHeaders?: readonly string[];
  /** Generated clients call their functions by it: never change one. */
  id: string;
  /** What it does, in one line; `description` is what else a programmer of a till has to know. */
  summary: string;
  description?: string;
  /** Names of components/responses that it can answer besides those that follow from the rest. */
  refusals?: readonly string[];
  /** Bodies that may be sent; the first is what a till sends most. */
  examples?: Record<string, Example>;
  /** Accept-Language chooses the language of what it answers. */
  isTranslated?: true;
  /** It asks the bank, and can therefore answer 502. */
  asksBank?: true;
}

type Handled<Query extends v.GenericSchema, Body extends v.GenericSchema, Target> = Call<
  v.InferOutput<Query>,
  v.InferOutput<Body>,
  Target
>;

/** An endpoint as data, for the server; the types between schema and handler were checked by `defineRoute`. */
export type Route = Endpoint<v.GenericSchema, v.GenericSchema, unknown> & {
  access: Access;
  handler(call: Call<unknown, unknown, unknown>, actor: Actor | undefined): unknown;
};

/** Declares an endpoint for signed-in callers. */
export const defineRoute = <
  Query extends v.GenericSchema = v.GenericSchema<Record<string, never>>,
  Body extends v.GenericSchema = v.GenericSchema<Record<string, never>>,
  Target = undefined,
>(
  endpoint: Endpoint<Query, Body, Target> & {
    access: Exclude<Access, 'public'>;
    handler(call: Handled<Query, Body, Target> & { actor: Actor }): unknown;
  },
): Route => ({
  ...(endpoint as unknown as Route),
  handler: (call, actor) => {
    if (!actor) throw new Error(`${endpoint.method} ${endpoint.path} was let through without an actor.`);
    return endpoint.handler({ ...(call as Handled<Query, Body, Target>), actor });
  },
});

/** Declares an endpoint that takes no notice of who calls. */
export const definePublicRoute = <Body extends v.GenericSchema>(
  endpoint: Endpoint<v.GenericSchema, Body, undefined> & {
    handler(call: Handled<v.GenericSchema, Body, undefined>): unknown;
  },
): Route => ({ ...(endpoint as unknown as Route), access: 'public' });
