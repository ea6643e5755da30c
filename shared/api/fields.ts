import * as v from 'valibot';
import { parseScaled } from '../money.ts';
import { DATETIME_FORMAT, parseDatetime } from './query.ts';

/**
 * The building blocks of every request schema. Messages are those of Django REST Framework, which the
 * contract's clients expect (decisions.md, "Validation"). Types are strict: "12" is no integer.
 */

export const REQUIRED = 'This field is required.';
const NOT_NULL = 'This field may not be null.';
export const UNKNOWN_FIELD = 'Unknown field.';

/** Python's names for JSON types, as DRF tells them. */
const jsonTypeName = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'dict';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  return Number.isInteger(value) ? 'int' : 'float';
};

export const notADictionary = (value: unknown): string =>
  `Invalid data. Expected a dictionary, but got ${jsonTypeName(value)}.`;

const isDictionary = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typed = (message: string) => (issue: { received: string }) =>
  issue.received === 'null' ? NOT_NULL : message;

/** Counts code points, but not those of a text that is much too long. */
const hasAtMost = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= 2 * max && [...text].length <= max);

/** The longest texts of requests, in characters; forms take their limits from here. */
export const MAX_LENGTH = {
  name: 255,
  reference: 255,
  /** The bank's own limit, as is that of a comment. */
  destination: 280,
  comment: 280,
  /** An article, or the code of another program. */
  code: 100,
  unit: 32,
  shop_name: 120,
  username: 150,
  password: 1024,
  token: 4096,
  bank_id: 64,
} as const;

/** A string, trimmed. `max` counts characters (code points), as the contract's lengths do. */
export const text = (max: number, { blank = false, trim = true } = {}) =>
  v.pipe(
    v.string(typed('Not a valid string.')),
    v.metadata({ ...(blank ? {} : { minLength: 1, ...(trim ? { pattern: '\\S' } : {}) }), maxLength: max }),
    // A lone surrogate cannot be stored as UTF-8, it would come back as another character.
    v.check((value) => value.isWellFormed(), 'Not a valid string.'),
    v.check((value) => !value.includes('\0'), 'Null characters are not allowed.'),
    v.transform((value) => (trim ? value.trim() : value)),
    v.check((value) => blank || value !== '', 'This field may not be blank.'),
    v.check((value) => hasAtMost(value, max), `Ensure this field has no more than ${max} characters.`),
  );

export const boolean = () => v.boolean(typed('Must be a valid boolean.'));

const atLeast = (limit: number | string) => `Ensure this value is greater than or equal to ${limit}.`;
export const atMost = (limit: number | string) => `Ensure this value is less than or equal to ${limit}.`;

export const integer = (min: number, max: number) =>
  v.pipe(
    v.number(typed('A valid integer is required.')),
    v.integer('A valid integer is required.'),
    v.minValue(min, atLeast(min)),
    v.maxValue(max, atMost(max)),
  );

/** The id of another record. Whether it exists is the domain's question ("Invalid pk"). */
export const pk = () =>
  v.pipe(
    v.number(typed('A valid integer is required.')),
    v.integer('A valid integer is required.'),
    v.metadata({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  );

/** ISO 8601 → milliseconds UTC; a bare date is its start. */
export const datetime = () =>
  v.pipe(
    v.string(typed(DATETIME_FORMAT)),
    v.metadata({ format: 'date-time' }),
    v.rawTransform<string, number>(({ dataset, addIssue, NEVER }) => {
      const at = parseDatetime(dataset.value.trim(), 'start');
      if (at !== undefined) return at;
      addIssue({ message: DATETIME_FORMAT });
      return NEVER;
    }),
  );

/**
 * A JSON number or a decimal string, given on as an integer scaled by 10^scale, so that no float touches
 * money. `min` and `max` are scaled integers too.
 */
export const decimal = (scale: number, min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.string()], typed('A valid number is required.')),
    v.metadata({
      // No multipleOf: validators that divide floats by it refuse 1.1.
      anyOf: [
        { type: 'number', minimum: min / 10 ** scale, maximum: max / 10 ** scale },
        { type: 'string', pattern: `^\\s*\\+?(\\d{1,18}(\\.\\d{0,${scale}})?|\\.\\d{1,${scale}})\\s*$` },
      ],
    }),
    v.rawTransform<string | number, number>(({ dataset, addIssue, NEVER }) => {
      const refuse = (message: string) => {
        addIssue({ message });
        return NEVER;
      };
      const parsed = parseScaled(dataset.value, scale);
      if (parsed === 'not-a-number') return refuse('A valid number is required.');
      if (parsed === 'too-precise')
        return refuse(`Ensure that there are no more than ${scale} decimal places.`);
      if (parsed < min) return refuse(atLeast(min / 10 ** scale));
      if (parsed > max) return refuse(atMost(max / 10 ** scale));
      return Number(parsed);
    }),
  );

/** What a body takes, for the interface's description, and for who refuses every other field. */
export interface Fields {
  writable: v.ObjectEntries;
  readOnly: readonly string[];
  /** Both. */
  names: ReadonlySet<string>;
}

/** The fields of a `dictionary`. */
export const fieldsOf = (schema: v.GenericSchema): Fields | undefined =>
  'pipe' in schema ? (schema.pipe as { fields?: Fields }[])[0]?.fields : undefined;

/** The schema of the items of a `list`, an optional one too. */
export const listItemOf = (schema: v.GenericSchema): v.GenericSchema | undefined => {
  if ('wrapped' in schema) return listItemOf(schema.wrapped as v.GenericSchema);
  return 'pipe' in schema ? (schema.pipe as { listItem?: v.GenericSchema }[])[0]?.listItem : undefined;
};

/**
 * A request body (or an item in one): `writable` fields are checked; `readOnly` ones may be sent back as they
 * were read. Both `readOnly` and unknown fields are left out; `validateBody` refuses the unknown ones, whose number
 * only the size of the body bounds (valibot takes a second for 100 000 of them).
 */
export const dictionary = <const Writable extends v.ObjectEntries>(
  writable: Writable,
  readOnly: readonly string[] = [],
) => {
  const names = Object.keys(writable);
  return v.pipe(
    Object.assign(
      v.custom<Record<string, unknown>>(isDictionary, (issue) => notADictionary(issue.input)),
      { fields: { writable, readOnly, names: new Set([...names, ...readOnly]) } satisfies Fields },
    ),
    v.transform((input) =>
      Object.fromEntries(
        names.filter((name) => Object.hasOwn(input, name)).map((name) => [name, input[name]]),
      ),
    ),
    v.object(writable, REQUIRED),
    v.transform((input) => input as v.InferOutput<v.ObjectSchema<Writable, undefined>>),
  );
};

/** A list of dictionaries, at most `max` of them. */
export const list = <Item extends v.GenericSchema>(item: Item, max: number) =>
  v.pipe(
    Object.assign(
      v.custom<unknown[]>(
        (value) => Array.isArray(value),
        (issue) =>
          issue.input === null
            ? NOT_NULL
            : `Expected a list of items but got type "${jsonTypeName(issue.input)}".`,
      ),
      // As `fields` above: for the interface's description.
      { listItem: item },
    ),
    v.maxLength(max, `Ensure this field has no more than ${max} elements.`),
    v.array(item),
  );
