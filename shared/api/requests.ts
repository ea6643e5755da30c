import * as v from 'valibot';
import { count, timestamp } from './answers.ts';

/** The last requests to the interface, for whoever connects a till. In memory only. Beyond version 1. */
export const requestEntry = v.strictObject({
  /** Its X-Request-Id. */
  id: v.string(),
  at: timestamp(),
  method: v.string(),
  /** With its query. */
  path: v.string(),
  status: count(),
  /** From the head of the request to the end of the answer's making. */
  ms: count(),
  /** Username; "" for a request without a valid token. */
  username: v.string(),
  /** It came from a page of Kramar's own, not from a till. */
  is_screen: v.boolean(),
  user_agent: v.string(),
  /** The request's JSON body, with secrets starred and long texts cut; "" when there was none. */
  body: v.string(),
  /** What a refusal said; "" for none. */
  detail: v.string(),
});
export type RequestEntry = v.InferOutput<typeof requestEntry>;

export const MAX_KEPT_REQUESTS = 200;

export const requestLog = v.strictObject({
  /** Newest first, at most 200. */
  results: v.array(requestEntry),
});
export type RequestLog = v.InferOutput<typeof requestLog>;
