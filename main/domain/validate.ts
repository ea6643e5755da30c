import * as v from 'valibot';
import { fieldsOf, listItemOf, notADictionary, REQUIRED, UNKNOWN_FIELD } from '../../shared/api/fields.ts';
import { type FieldErrors, WHOLE_OBJECT } from '../../shared/errors.ts';
import { refuseProblems, ValidationError } from './errors.ts';

/** One message for each check that failed first. */
const CONFIG = { abortPipeEarly: true };

/** Rules that only the database or several fields together can judge; they are told with the others. */
export type Refine<Input> = (input: Partial<Input>) => FieldErrors;

/**
 * Checks a request body against its schema and rules; all faulty fields are told at once.
 * @throws ValidationError
 */
export const validateBody = <Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  refine: Refine<v.InferOutput<Schema>> = () => ({}),
): v.InferOutput<Schema> => {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new ValidationError({ [WHOLE_OBJECT]: [notADictionary(input)] });
  const result = v.safeParse(schema, input, CONFIG);
  const faults = fieldErrors(result.issues ?? [], input as Record<string, unknown>);
  refuseUnknown(faults, schema, input as Record<string, unknown>);
  const errors = merge(refine(sound(result.output, faults)), faults);
  refuseProblems(errors);
  return result.output as v.InferOutput<Schema>;
};

/** Checks query parameters. @throws ValidationError */
export const validateQuery = <Schema extends v.GenericSchema>(
  schema: Schema,
  parameters: URLSearchParams,
): v.InferOutput<Schema> => {
  // A parameter given twice counts as given last, and one given empty as not given.
  const given = Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
  const result = v.safeParse(schema, given, CONFIG);
  if (!result.success) throw new ValidationError(fieldErrors(result.issues, given));
  return result.output;
};

type Issues = readonly v.BaseIssue<unknown>[];

/** A key that is absent is an issue of the object's; its message is not the field's own. */
const message = (issue: v.BaseIssue<unknown>): string =>
  issue.path?.at(-1)?.origin === 'key' ? REQUIRED : issue.message;

const fieldErrors = (issues: Issues, input: Record<string, unknown>): FieldErrors => {
  const errors: FieldErrors = noErrors();
  for (const issue of issues) {
    const [field, index, subfield] = issue.path?.map(({ key }) => key) ?? [];
    if (typeof index === 'number')
      addItemError(errors, String(field), input, index, subfield, message(issue));
    else errors[field === undefined ? WHOLE_OBJECT : String(field)] ??= [message(issue)];
  }
  return errors;
};

/** Without a prototype, so that a field named "toString" is not taken for one that has its message already. */
const noErrors = <Messages>(): Record<string, Messages> => Object.create(null);

const refuseUnknown = (
  faults: FieldErrors,
  schema: v.GenericSchema,
  input: Record<string, unknown>,
): void => {
  for (const name of unknownIn(schema, input)) faults[name] = [UNKNOWN_FIELD];
  for (const [field, entry] of Object.entries(fieldsOf(schema)?.writable ?? {})) {
    const item = listItemOf(entry as v.GenericSchema);
    const value = input[field];
    if (!item || !Array.isArray(value) || isMessages(faults[field])) continue;
    for (const [index, part] of value.entries())
      for (const name of unknownIn(item, part))
        addItemError(faults, field, input, index, name, UNKNOWN_FIELD);
  }
};

/** Names that no object has by itself (`__proto__`) are fields like any other. */
const unknownIn = (schema: v.GenericSchema, value: unknown): string[] => {
  const fields = fieldsOf(schema);
  if (!fields || typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.keys(value).filter((name) => !fields.names.has(name));
};

const isMessages = (fault: FieldErrors[string] | undefined): boolean => typeof fault?.[0] === 'string';

/** An entry as long as the list sent, `{}` for each sound item. */
const addItemError = (
  errors: FieldErrors,
  field: string,
  input: Record<string, unknown>,
  index: number,
  subfield: unknown,
  text: string,
): void => {
  const sent = input[field] as unknown[];
  errors[field] ??= sent.map(() => noErrors<string[]>());
  const entry = errors[field][index];
  if (typeof entry === 'object') entry[subfield === undefined ? WHOLE_OBJECT : String(subfield)] ??= [text];
};

/** The fields without a fault, items included, for the rules to judge. */
const sound = <Input>(output: unknown, faults: FieldErrors): Partial<Input> => {
  const fields = Object.entries(output as Record<string, unknown>).flatMap(([name, value]) => {
    const fault = faults[name];
    if (fault === undefined) return [[name, value]];
    return isItems(fault) && Array.isArray(value)
      ? [[name, value.map((item, index) => soundItem(item, fault[index]))]]
      : [];
  });
  return Object.fromEntries(fields);
};

const isItems = (fault: FieldErrors[string]): fault is Record<string, string[]>[] =>
  typeof fault[0] === 'object';

const soundItem = (item: unknown, fault: Record<string, string[]> = {}) => {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return {};
  return Object.fromEntries(Object.entries(item).filter(([name]) => !Object.hasOwn(fault, name)));
};

/** The schema's own messages win over the rules'; items are merged one by one. */
const merge = (rules: FieldErrors, faults: FieldErrors): FieldErrors => {
  const merged = { ...rules, ...faults };
  for (const [field, fault] of Object.entries(faults)) {
    const rule = rules[field];
    if (rule !== undefined && isItems(rule) && isItems(fault))
      merged[field] = fault.map((entry, index) => ({ ...rule[index], ...entry }));
  }
  return merged;
};
