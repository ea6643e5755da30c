import * as v from 'valibot';
import { fieldsOf, notADictionary, REQUIRED, UNKNOWN_FIELD } from '../../shared/api/fields.ts';
import {
  isProblem,
  type Problem,
  type Problems,
  problem,
  problemOf,
  WHOLE_OBJECT,
} from '../../shared/errors.ts';
import { ValidationError } from './errors.ts';

/** @throws ValidationError if there is a problem */
export const refuseProblems = (problems: Problems): void => {
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
};

/** Only the message of the first failed check per field. */
const CONFIG = { abortPipeEarly: true };

/** Rules that need the database, several fields or the caller; their problems are reported with the others. */
export type Refine<Input, Caller = unknown> = (input: Partial<Input>, caller: Caller) => Problems;

interface Rules<Input, Caller> {
  refine?: Refine<Input, Caller>;
  /** In its place beside faults of the schema. */
  refineFaulty?: Refine<Input, Caller>;
}

/** Checks a request body against its schema and rules; reports all faulty fields at once. @throws ValidationError */
export const validateBody = <Schema extends v.GenericSchema, Caller = undefined>(
  schema: Schema,
  input: unknown,
  { refine, refineFaulty = refine }: Rules<v.InferOutput<Schema>, Caller> = {},
  caller = undefined as Caller,
): v.InferOutput<Schema> => {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new ValidationError({ [WHOLE_OBJECT]: [notADictionary(input)] });
  const result = v.safeParse(schema, input, CONFIG);
  const faults = result.issues
    ? problemsIn(result.issues, input as Record<string, unknown>)
    : noProblems<Problems[string]>();
  refuseUnknown(faults, schema, input as Record<string, unknown>);
  const output = result.output as v.InferOutput<Schema>;
  if (Object.keys(faults).length > 0)
    throw new ValidationError(merge(refineFaulty?.(validFields(output, faults), caller) ?? {}, faults));
  if (refine) refuseProblems(refine(output, caller));
  return output;
};

/**
 * Checks query parameters.
 * @param isStrict refuses parameters that the schema does not know, instead of ignoring them
 * @throws ValidationError
 */
export const validateQuery = <Schema extends v.GenericSchema>(
  schema: Schema,
  parameters: URLSearchParams,
  isStrict = false,
): v.InferOutput<Schema> => {
  // The last value of a repeated parameter counts; an empty one counts as absent.
  const present = Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
  const result = v.safeParse(schema, present, CONFIG);
  if (!result.issues && !isStrict) return result.output as v.InferOutput<Schema>;
  const problems = problemsIn(result.issues ?? [], present);
  if (isStrict) Object.assign(problems, unknownParameters(schema, parameters));
  refuseProblems(problems);
  return result.output as v.InferOutput<Schema>;
};

const unknownParameters = (schema: v.GenericSchema, parameters: URLSearchParams): Problems => {
  const known = Object.keys((schema as unknown as { entries: object }).entries);
  const unknown = [...parameters.keys()].filter((name) => !known.includes(name));
  const expected = known.length === 0 ? 'This address takes none.' : `Expected some of: ${known.join(', ')}.`;
  return Object.fromEntries(
    unknown.map((name) => [
      name,
      [problem('unknown_field', `Unknown parameter. ${expected}`, { known: known.join(', ') })],
    ]),
  );
};

/** Checks one value. @throws ValidationError under the name of its field */
export const validateField = <Schema extends v.GenericSchema>(
  field: string,
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, input, CONFIG);
  if (!result.success) throw new ValidationError({ [field]: [problemOf(result.issues[0])] });
  return result.output;
};

type Issues = readonly v.BaseIssue<unknown>[];

/** An absent key is an issue of the object; its message is not the field's own. */
const problemOfField = (issue: v.BaseIssue<unknown>): Problem =>
  issue.path?.at(-1)?.origin === 'key' ? REQUIRED : problemOf(issue);

const problemsIn = (issues: Issues, input: Record<string, unknown>): Problems => {
  const problems: Problems = noProblems();
  for (const issue of issues) {
    const [field, index, subfield] = issue.path?.map(({ key }) => key) ?? [];
    if (typeof index === 'number')
      addItemProblem(problems, String(field), input, index, subfield, problemOfField(issue));
    else problems[field === undefined ? WHOLE_OBJECT : String(field)] ??= [problemOfField(issue)];
  }
  return problems;
};

/** Without a prototype, so that a field named "toString" does not seem to have its message already. */
const noProblems = <Found>(): Record<string, Found> => Object.create(null);

/** Names such as `__proto__` are fields like any other. */
const refuseUnknown = (faults: Problems, schema: v.GenericSchema, input: Record<string, unknown>): void => {
  const fields = fieldsOf(schema);
  if (!fields) return;
  for (const name of Object.keys(input)) if (!fields.names.has(name)) faults[name] = [UNKNOWN_FIELD];
  for (const [field, item] of fields.lists) {
    const value = input[field];
    if (!Array.isArray(value) || isProblem(faults[field]?.[0])) continue;
    for (const [index, part] of value.entries())
      for (const name of unknownIn(item, part))
        addItemProblem(faults, field, input, index, name, UNKNOWN_FIELD);
  }
};

const unknownIn = (schema: v.GenericSchema, value: unknown): string[] => {
  const fields = fieldsOf(schema);
  if (!fields || typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.keys(value).filter((name) => !fields.names.has(name));
};

/** Adds an entry to a list as long as the one sent, with `{}` for each valid item. */
const addItemProblem = (
  problems: Problems,
  field: string,
  input: Record<string, unknown>,
  index: number,
  subfield: unknown,
  found: Problem,
): void => {
  const sent = input[field] as unknown[];
  problems[field] ??= sent.map(() => noProblems<Problem[]>());
  const entry = problems[field][index];
  if (entry && !isProblem(entry)) entry[subfield === undefined ? WHOLE_OBJECT : String(subfield)] ??= [found];
};

/** The valid fields, items included, for the rules to check. */
const validFields = <Input>(output: unknown, faults: Problems): Partial<Input> => {
  const fields = Object.entries(output as Record<string, unknown>).flatMap(([name, value]) => {
    const fault = faults[name];
    if (fault === undefined) return [[name, value]];
    return isItems(fault) && Array.isArray(value)
      ? [[name, value.map((item, index) => soundItem(item, fault[index]))]]
      : [];
  });
  return Object.fromEntries(fields);
};

const isItems = (fault: Problems[string]): fault is Record<string, Problem[]>[] => !isProblem(fault[0]);

const soundItem = (item: unknown, fault: Record<string, Problem[]> = {}) => {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return {};
  return Object.fromEntries(Object.entries(item).filter(([name]) => !Object.hasOwn(fault, name)));
};

/** The schema's own messages win over the rules'; items are merged one by one. */
const merge = (rules: Problems, faults: Problems): Problems => {
  const merged = { ...rules, ...faults };
  for (const [field, fault] of Object.entries(faults)) {
    const rule = rules[field];
    if (rule !== undefined && isItems(rule) && isItems(fault))
      merged[field] = fault.map((entry, index) => ({ ...rule[index], ...entry }));
  }
  return merged;
};
