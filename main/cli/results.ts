import * as v from 'valibot';
import { string } from '../../shared/api/answers.ts';

/** Building blocks of the JSON that commands print; the fields themselves are described as those of the interface. */

/** A command's answer: exactly these fields. */
export const result = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject({ ok: v.literal(true), ...entries });

/** The answer of a command whose finding may be bad news: then `ok` is false, and code and detail say why. */
export const verdict = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject({
    ok: v.boolean(),
    code: v.optional(string('Where ok is false: a stable word.', 'PROBLEMS')),
    detail: v.optional(string('Where ok is false: the finding in a sentence.', 'Problems found: 1.')),
    ...entries,
  });

/** The output of a command that refuses, in place of its result. */
export const refusal = v.strictObject({
  ok: v.literal(false),
  code: string(
    'A stable word in capitals; docs/for-the-owner lists what can be done about each.',
    'NO_DATABASE',
  ),
  detail: string('What happened, what is safe, what to do.'),
  errors: v.optional(v.record(v.string(), v.unknown())),
});
