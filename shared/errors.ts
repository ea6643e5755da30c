/** Messages by field; for `items`, one object of messages for each item sent, empty where it is sound. */
export type FieldErrors = Record<string, string[] | Record<string, string[]>[]>;

/** The key of problems that belong to no single field. */
export const WHOLE_OBJECT = 'non_field_errors';

/** The body of every refusal. */
export interface ErrorBody {
  detail: string;
  errors?: FieldErrors;
  /** 401 only: `token_not_valid`, `no_active_account`, `user_inactive`. */
  code?: string;
  /** 502: the bank's errCode, or one of ours (`TIMEOUT`, `UNREACHABLE`, …). 500: `DISK_FULL`. */
  err_code?: string;
  /** 500 only: what to look for in the log. */
  request_id?: string;
}
