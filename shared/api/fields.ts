import * as v from 'valibot';
import { type Problem, problem, rule } from '../errors.ts';
import { parseScaled } from '../money.ts';
import { described, named } from './described.ts';
import { DATETIME_FORMAT, INTEGER_REQUIRED, parseDatetime } from './query.ts';

/**
 * The building blocks of every request schema. Messages are those of Django REST Framework, which clients of the
 * interface expect. Types are strict: "12" is no integer.
 */

export const REQUIRED = problem('required', 'This field is required.');
const NOT_NULL = problem('null', 'This field may not be null.');
export const UNKNOWN_FIELD = problem('unknown_field', 'Unknown field.');
const NO_STRING = problem('invalid', 'Not a valid string.', { expected: 'string' });
const NO_NUMBER = problem('invalid', 'A valid number is required.', { expected: 'number' });
const BLANK = problem('blank', 'This field may not be blank.');
const HAS_NUL = problem('null_characters_not_allowed', 'Null characters are not allowed.');

/** Python's names for JSON types, as in DRF's messages. */
const jsonTypeName = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'dict';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  return Number.isInteger(value) ? 'int' : 'float';
};

export const notADictionary = (value: unknown): Problem =>
  problem('invalid', `Invalid data. Expected a dictionary, but got ${jsonTypeName(value)}.`, {
    expected: 'dictionary',
    type: jsonTypeName(value),
  });

/* @__NO_SIDE_EFFECTS__ */
const typed = (otherType: Problem) =>
  rule((issue: { received: string }) => (issue.received === 'null' ? NOT_NULL : otherType));

export const tooLong = (limit: number, what = 'characters'): Problem =>
  problem('max_length', `Ensure this field has no more than ${limit} ${what}.`, { limit, unit: what });

/** Counts code points, except in a text that is far too long. */
const hasAtMost = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= 2 * max && [...text].length <= max);

/** The longest texts of requests, in characters; forms use the same limits. */
export const MAX_LENGTH = {
  refund_reason: 60,
  name: 255,
  reference: 255,
  /** The bank's own limit, as is that of a comment. */
  destination: 280,
  comment: 280,
  /** An article, or another program's code. */
  code: 100,
  unit: 32,
  /** The longest address that mail servers carry. */
  email: 254,
  shop_name: 120,
  return_text: 300,
  username: 150,
  password: 1024,
  token: 4096,
  bank_id: 64,
} as const;

/** Something that can be seen: neither white space nor what is drawn as nothing, such as a zero-width space. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** A string, trimmed. `max` counts characters (code points), as every length of the interface does. */
/* @__NO_SIDE_EFFECTS__ */
export const text = (max: number, { blank = false, trim = true } = {}) =>
  v.pipe(
    v.string(typed(NO_STRING)),
    v.metadata({ ...(blank ? {} : { minLength: 1, ...(trim ? { pattern: '\\S' } : {}) }), maxLength: max }),
    v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
      const value = trim ? dataset.value.trim() : dataset.value;
      let fault: Problem | undefined;
      // A lone surrogate cannot be stored as UTF-8, it would come back as another character.
      if (!value.isWellFormed()) fault = NO_STRING;
      else if (value.includes('\0')) fault = HAS_NUL;
      else if (!blank && !(trim ? VISIBLE.test(value) : value !== '')) fault = BLANK;
      else if (!hasAtMost(value, max)) fault = tooLong(max);
      if (!fault) return value;
      addIssue({ message: rule(fault) });
      return NEVER;
    }),
  );

/** An optional text of people, "" without one. */
/* @__NO_SIDE_EFFECTS__ */
export const remark = (description: string) =>
  described(v.optional(text(MAX_LENGTH.comment, { blank: true }), ''), description);

const NO_EMAIL = problem('invalid', 'Enter a valid e-mail address.', { expected: 'email' });

/* @__NO_SIDE_EFFECTS__ */
export const email = () =>
  v.pipe(
    text(MAX_LENGTH.email),
    v.metadata({ format: 'email' }),
    v.check((value) => v.EMAIL_REGEX.test(value), rule(NO_EMAIL)),
  );

/* @__NO_SIDE_EFFECTS__ */
export const boolean = () =>
  v.boolean(typed(problem('invalid', 'Must be a valid boolean.', { expected: 'boolean' })));

export const atLeast = (limit: number): Problem =>
  problem('min_value', `Ensure this value is greater than or equal to ${limit}.`, { limit });
export const atMost = (limit: number): Problem =>
  problem('max_value', `Ensure this value is less than or equal to ${limit}.`, { limit });

/** The id of a missing record. */
export const invalidPk = (id: number): Problem =>
  problem('not_found', `Invalid pk "${id}" - object does not exist.`, { id });

/* @__NO_SIDE_EFFECTS__ */
export const integer = (min: number, max: number) =>
  v.pipe(
    v.number(typed(INTEGER_REQUIRED)),
    v.integer(rule(INTEGER_REQUIRED)),
    v.minValue(min, rule(atLeast(min))),
    v.maxValue(max, rule(atMost(max))),
  );

/** One of a few words. */
/* @__NO_SIDE_EFFECTS__ */
export const oneOf = <const Choices extends readonly string[]>(choices: Choices) =>
  v.picklist(
    choices,
    rule((issue: { input: unknown; received: string }) =>
      issue.input === null ? NOT_NULL : invalidChoice(textOf(issue), choices),
    ),
  );

export const invalidChoice = (value: string, choices: readonly string[]): Problem =>
  problem('invalid_choice', `"${value}" is not a valid choice.`, { value, choices: choices.join(', ') });

/** Of a list or an object its kind: a text of a deeply nested one would overflow the stack. */
const textOf = ({ input, received }: { input: unknown; received: string }): string =>
  typeof input === 'object' ? received : String(input);

/** The id of another record. The domain checks that it exists ("Invalid pk"). */
/* @__NO_SIDE_EFFECTS__ */
export const pk = () =>
  v.pipe(
    v.number(typed(INTEGER_REQUIRED)),
    v.integer(rule(INTEGER_REQUIRED)),
    v.metadata({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  );

/** ISO 8601 → milliseconds UTC; a bare date means its start. */
/* @__NO_SIDE_EFFECTS__ */
export const datetime = () =>
  v.pipe(
    v.string(typed(DATETIME_FORMAT)),
    v.metadata({ format: 'date-time' }),
    v.rawTransform<string, number>(({ dataset, addIssue, NEVER }) => {
      const at = parseDatetime(dataset.value.trim(), 'start');
      if (at !== undefined) return at;
      addIssue({ message: rule(DATETIME_FORMAT) });
      return NEVER;
    }),
  );

/**
 * A JSON number or a decimal string, parsed to an integer scaled by 10^scale, so that no float touches money. `min` and
 * `max` are scaled integers too.
 */
/* @__NO_SIDE_EFFECTS__ */
export const decimal = (scale: number, min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.string()], typed(NO_NUMBER)),
    v.metadata({
      // No multipleOf: validators that divide floats by it refuse 1.1.
      anyOf: [
        { type: 'number', minimum: min / 10 ** scale, maximum: max / 10 ** scale },
        { type: 'string', pattern: `^\\s*\\+?(\\d{1,18}(\\.\\d{0,${scale}})?|\\.\\d{1,${scale}})\\s*$` },
      ],
    }),
    v.rawTransform<string | number, number>(({ dataset, addIssue, NEVER }) => {
      const refuse = (found: Problem) => {
        addIssue({ message: rule(found) });
        return NEVER;
      };
      const parsed = parseScaled(dataset.value, scale);
      if (parsed === 'not-a-number') return refuse(NO_NUMBER);
      if (parsed === 'too-precise')
        return refuse(
          problem('max_decimal_places', `Ensure that there are no more than ${scale} decimal places.`, {
            limit: scale,
          }),
        );
      if (parsed < min) return refuse(atLeast(min / 10 ** scale));
      if (parsed > max) return refuse(atMost(max / 10 ** scale));
      return Number(parsed);
    }),
  );

/** Null, which the answer may hold in this field, is as if nothing were passed. */
/* @__NO_SIDE_EFFECTS__ */
export const optionalOrNull = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    v.optional(v.nullable(schema)),
    v.transform((value) => value ?? undefined),
  );

/** The fields of a body, for the interface's description, and for refusing every other field. */
export interface Fields {
  writable: v.ObjectEntries;
  /** With the shapes that they are read in. */
  readOnly: v.ObjectEntries;
  /** Writable and read-only ones. */
  names: ReadonlySet<string>;
  /** The shape of the items of each writable list. */
  lists: ReadonlyMap<string, v.GenericSchema>;
}

/** The fields of a `dictionary`. */
export const fieldsOf = (schema: v.GenericSchema): Fields | undefined =>
  'pipe' in schema ? (schema.pipe as { fields?: Fields }[])[0]?.fields : undefined;

/** The schema of the items of a `list`, an optional one too. */
const listItemOf = (schema: v.GenericSchema): v.GenericSchema | undefined => {
  if ('wrapped' in schema) return listItemOf(schema.wrapped as v.GenericSchema);
  return 'pipe' in schema ? (schema.pipe as { listItem?: v.GenericSchema }[])[0]?.listItem : undefined;
};

/**
 * A request body (or an item in one): `writable` fields are checked; those that only the `resource` has, which the body
 * makes or changes, may be sent back. These and unknown fields are dropped; `validateBody` refuses the unknown ones, whose number only the
 * size of the body limits (valibot takes a second for 100 000 of them).
 */
/* @__NO_SIDE_EFFECTS__ */
export const dictionary = <const Writable extends v.ObjectEntries>(
  writable: Writable,
  resource: { entries: v.ObjectEntries } = { entries: {} },
) => {
  const names = Object.keys(writable);
  const readOnly = Object.fromEntries(
    Object.entries(resource.entries).filter(([name]) => !names.includes(name)),
  );
  const lists = new Map<string, v.GenericSchema>();
  for (const name of names) {
    const item = listItemOf(writable[name] as v.GenericSchema);
    if (item) lists.set(name, item);
  }
  const fields: Fields = { writable, readOnly, names: new Set([...names, ...Object.keys(readOnly)]), lists };
  return v.pipe(
    Object.assign(
      v.custom<Record<string, unknown>>(
        (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
        rule((issue) => notADictionary(issue.input)),
      ),
      { fields },
    ),
    v.transform((input) => {
      const given: Record<string, unknown> = {};
      for (const name of names) if (Object.hasOwn(input, name)) given[name] = input[name];
      return given;
    }),
    v.object(writable, rule(REQUIRED)),
  );
};

/** A request body with its name, as `shape` is an answer. */
/* @__NO_SIDE_EFFECTS__ */
export const requestBody = <const Writable extends v.ObjectEntries>(
  name: string,
  writable: Writable,
  resource?: { entries: v.ObjectEntries },
) => named(name, dictionary(writable, resource));

/** A list of dictionaries, at most `max` of them, and not empty where `min` is 1. */
/* @__NO_SIDE_EFFECTS__ */
export const list = <Item extends v.GenericSchema>(item: Item, max: number, min = 0) => {
  const any = Object.assign(
    v.custom<unknown[]>(
      (value) => Array.isArray(value),
      rule(({ input }) =>
        input === null
          ? NOT_NULL
          : problem('not_a_list', `Expected a list of items but got type "${jsonTypeName(input)}".`, {
              type: jsonTypeName(input),
            }),
      ),
    ),
    // As `fields` above: for the interface's description.
    { listItem: item },
  );
  const filled = min === 0 ? any : v.pipe(any, v.minLength(min, rule(BLANK)));
  return v.pipe(filled, v.maxLength(max, rule(tooLong(max, 'elements'))), v.array(item));
};
