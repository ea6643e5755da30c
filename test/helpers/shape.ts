const typeName = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value))
    return 'timestamp';
  return typeof value;
};

/** The keys of an object with the JSON types of their values; a time in UTC is a `timestamp`. */
export const shapeOf = (value: object | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(value ?? {}).map(([key, part]) => [key, typeName(part)]));
