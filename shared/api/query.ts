import * as v from 'valibot';
import { type Problem, problem, rule } from '../errors.ts';
import { DAY_MS, parseDay } from '../time.ts';

/**
 * Query parameters: strings in, typed values out. Unknown parameters are ignored and an empty one counts as absent, so
 * `query()` wraps every schema here in `v.optional`. The last argument is the parameter's description; `v.metadata`
 * adds the accepted values as JSON Schema.
 */

const FALSE = new Set(['false', '0']);
const TRUE = new Set(['true', '1']);

type JsonSchema = Readonly<Record<string, unknown>>;

export const INTEGER_REQUIRED = problem('invalid', 'A valid integer is required.', { expected: 'integer' });

/* @__NO_SIDE_EFFECTS__ */
const parsed = <Output>(
  description: string,
  unreadable: Problem,
  jsonSchema: JsonSchema,
  parse: (value: string) => Output | undefined,
) =>
  v.pipe(
    v.string(),
    v.description(description),
    v.metadata(jsonSchema),
    v.rawTransform<string, Output>(({ dataset, addIssue, NEVER }) => {
      const output = parse(dataset.value);
      if (output !== undefined) return output;
      addIssue({ message: rule(unreadable) });
      return NEVER;
    }),
  );

/* @__NO_SIDE_EFFECTS__ */
export const integerParam = (description: string) =>
  parsed(description, INTEGER_REQUIRED, { type: 'integer' }, (value) =>
    /^-?\d{1,40}$/.test(value) ? Number(value) : undefined,
  );

/* @__NO_SIDE_EFFECTS__ */
export const booleanParam = (description: string) =>
  parsed(
    description,
    problem('invalid', 'Must be a valid boolean.', { expected: 'boolean' }),
    { type: 'boolean' },
    (value) => {
      const folded = value.toLowerCase();
      if (TRUE.has(folded)) return true;
      return FALSE.has(folded) ? false : undefined;
    },
  );

/* @__NO_SIDE_EFFECTS__ */
export const choiceParam = <const Choice extends string>(choices: readonly Choice[], description: string) =>
  v.pipe(
    v.string(),
    v.description(description),
    v.metadata({ enum: choices }),
    v.picklist(
      choices,
      rule((issue: { input: unknown }) =>
        problem('invalid_choice', `"${issue.input}" is not a valid choice.`, { value: String(issue.input) }),
      ),
    ),
  );

/** Unparsed text; its consumer validates it. */
/* @__NO_SIDE_EFFECTS__ */
export const textParam = (description: string) =>
  v.pipe(v.string(), v.description(description), v.metadata({ type: 'string' }));

/** @param description what the ids are of */
/* @__NO_SIDE_EFFECTS__ */
export const idsParam = (description: string, most: number) =>
  parsed(
    `${description}, separated by commas; at most ${most}.`,
    problem('invalid', 'Ids separated by commas are required.'),
    { type: 'array', items: { type: 'integer' }, maxItems: most },
    (value) => {
      const ids = value.split(',');
      return ids.length <= most && ids.every((id) => /^[1-9]\d{0,15}$/.test(id))
        ? ids.map(Number)
        : undefined;
    },
  );

/** An integer of a range, such as an hour of the day. */
/* @__NO_SIDE_EFFECTS__ */
export const rangeParam = (min: number, max: number, description: string) =>
  parsed(
    description,
    problem('invalid', `A valid integer from ${min} to ${max} is required.`, {
      expected: 'from_to',
      min,
      max,
    }),
    { type: 'integer', minimum: min, maximum: max },
    (value) => {
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
  );

/** `product,cash_register` → both. An unknown value is refused with the list. */
/* @__NO_SIDE_EFFECTS__ */
export const choicesParam = <const Choice extends string>(choices: readonly Choice[], description: string) =>
  parsed(
    description,
    problem('invalid_choice', `Unknown choice. Expected some of: ${choices.join(', ')}.`, {
      choices: choices.join(', '),
    }),
    { type: 'array', items: { type: 'string', enum: choices } },
    (value) => {
      const parts = value.split(',').map((part) => part.trim());
      const chosen = choices.filter((choice) => parts.includes(choice));
      return parts.every((part) => part === '' || chosen.some((choice) => choice === part))
        ? chosen
        : undefined;
    },
  );

/** Each is a condition of its own, and SQLite's statements take fewer than several hundred. */
const MAX_SEARCH_WORDS = 32;

/** @param description names the searched fields */
/* @__NO_SIDE_EFFECTS__ */
export const searchParam = (description: string) =>
  v.pipe(
    v.string(),
    v.description(
      `${description} At most ${MAX_SEARCH_WORDS} words. Every one must occur, in any case of letters.`,
    ),
    // All of the words must occur; the store folds their case.
    v.transform((value) => value.split(/\s+/u).filter((word) => word !== '')),
    v.check(
      ({ length }) => length <= MAX_SEARCH_WORDS,
      rule(
        problem('max_words', `Ensure this field has no more than ${MAX_SEARCH_WORDS} words.`, {
          limit: MAX_SEARCH_WORDS,
        }),
      ),
    ),
  );

/** A count, or an index in a list that may be before its first. */
/* @__NO_SIDE_EFFECTS__ */
export const countParam = (description: string) =>
  parsed(
    description,
    problem('invalid', 'A valid integer greater than or equal to 0 is required.', {
      expected: 'not_negative',
    }),
    { type: 'integer', minimum: 0 },
    (value) => (/^\d{1,40}$/.test(value) ? Number(value) : undefined),
  );

/** A page number or size. The list itself lowers sizes above the maximum. */
/* @__NO_SIDE_EFFECTS__ */
export const positiveParam = (description: string) =>
  parsed(
    description,
    problem('invalid', 'A valid integer greater than or equal to 1 is required.', { expected: 'positive' }),
    { type: 'integer', minimum: 1 },
    (value) => (/^\d{1,40}$/.test(value) && Number(value) >= 1 ? Number(value) : undefined),
  );

export interface Order<Field extends string> {
  field: Field;
  descending: boolean;
}

/* @__NO_SIDE_EFFECTS__ */
const listOf = (fields: readonly string[]): JsonSchema => ({
  type: 'array',
  items: { type: 'string', enum: fields.flatMap((field) => [field, `-${field}`]) },
});

/**
 * `-created_date,amount` → the fields in order. A field outside the list is refused with the list. `id` orders every
 * list.
 * @param description the order without the parameter
 */
/* @__NO_SIDE_EFFECTS__ */
export const orderingParam = <const Other extends string>(others: readonly Other[], description: string) => {
  const fields: readonly (Other | 'id')[] = ['id', ...others];
  return parsed(
    `${description} Fields separated by commas; with a minus in front, descending.`,
    problem('invalid_choice', `Unknown ordering field. Expected one of: ${fields.join(', ')}.`, {
      choices: fields.join(', '),
    }),
    listOf(fields),
    (value) => {
      const orders: Order<Other | 'id'>[] = [];
      for (const part of value.split(',')) {
        const name = part.trim();
        if (name === '') continue;
        const descending = name.startsWith('-');
        const field = fields.find((known) => known === (descending ? name.slice(1) : name));
        if (field === undefined) return undefined;
        orders.push({ field, descending });
      }
      return orders;
    },
  );
};

const DATETIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+\- ]\d{2}(?::?\d{2})?)?)?$/i;

/** Minutes east of UTC. An unescaped "+" arrives as a space and is read as "+". */
const offsetMinutes = (offset: string | undefined): number | undefined => {
  if (offset === undefined || offset.toUpperCase() === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2) || 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
};

/** ISO 8601 → milliseconds UTC; `edge` selects the end of a bare date. */
export const parseDatetime = (value: string, edge: 'start' | 'end'): number | undefined => {
  const match = DATETIME.exec(value);
  if (!match) return undefined;
  const [, calendarDay = '', hour, minute, second, fraction, offset] = match;
  const day = parseDay(calendarDay);
  if (day === undefined) return undefined;
  const date = day * DAY_MS;
  if (hour === undefined) return edge === 'start' ? date : date + DAY_MS - 1;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined;
  const east = offsetMinutes(offset);
  if (east === undefined) return undefined;
  const milliseconds = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
  return (
    date + ((Number(hour) * 60 + Number(minute) - east) * 60 + Number(second ?? 0)) * 1000 + milliseconds
  );
};

const DATETIME_DESCRIPTION =
  'ISO 8601; UTC where no offset is given. A bare date (2026-03-02) is its start for from and *_from, its end ' +
  'for to and *_to.';
export const DATETIME_FORMAT = problem('invalid', 'Datetime has wrong format. Use ISO 8601.', {
  expected: 'datetime',
});

/* @__NO_SIDE_EFFECTS__ */
export const datetimeParam = (edge: 'start' | 'end', description: string) =>
  parsed(
    `${description} ${DATETIME_DESCRIPTION}`,
    DATETIME_FORMAT,
    { type: 'string', format: 'date-time' },
    (value) => parseDatetime(value, edge),
  );

/** Marks a parameter that extends an endpoint of version 1. */
/* @__NO_SIDE_EFFECTS__ */
export const beyondVersion1 = <Schema extends v.GenericSchema>(schema: Schema): Schema =>
  v.pipe(schema, v.metadata({ isExtension: true })) as unknown as Schema;

/**
 * Marks a parameter without which the endpoint refuses; the check itself is its consumer's.
 * @param example what whoever tries the endpoint may send
 */
/* @__NO_SIDE_EFFECTS__ */
export const requiredParam = <Schema extends v.GenericSchema>(schema: Schema, example: string): Schema =>
  v.pipe(schema, v.metadata({ isRequired: true, example })) as unknown as Schema;

type Optional<Entries extends Record<string, v.GenericSchema>> = {
  [Name in keyof Entries]: v.OptionalSchema<Entries[Name], undefined>;
};

/** The schema of an endpoint's query: every parameter optional, unknown ones dropped. */
/* @__NO_SIDE_EFFECTS__ */
export const query = <const Entries extends Record<string, v.GenericSchema>>(entries: Entries) =>
  v.object(
    Object.fromEntries(
      Object.entries(entries).map(([name, schema]) => [name, v.optional(schema)]),
    ) as unknown as Optional<Entries>,
  );

export const pageParams = {
  page: positiveParam('Page number, from 1. A page past the last one is a 404.'),
  page_size: positiveParam('Records on a page; a larger size is lowered to the highest.'),
};
