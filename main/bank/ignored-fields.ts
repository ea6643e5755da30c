import type * as v from 'valibot';
import { type FieldFault, faultOf } from './unreadable.ts';

/** A field of an answer that only informs and could not be read. */
export interface IgnoredField extends FieldFault {
  /** Of the request. */
  path: string;
  /** The same field was ignored before. */
  isKnown: boolean;
}

/** A position in a list names no other field. */
const withoutPositions = (field: string): string => field.replaceAll(/\b\d+\b/g, '*');

/** Reports each ignored field; `isKnown` keeps one that the bank sends with every answer from filling the log. */
export const reportIgnored = (report: ((field: IgnoredField) => void) | undefined) => {
  const known = new Set<string>();
  return (path: string, issues: readonly v.BaseIssue<unknown>[], token: string): void => {
    for (const issue of issues) {
      const fault = faultOf([issue], token);
      const name = `${path} ${withoutPositions(fault.field)}`;
      report?.({ ...fault, path, isKnown: known.has(name) });
      known.add(name);
    }
  };
};
