/** Texts that have broken some service somewhere: the raw material of junk.ts. */
const words = (text: string): string[] => text.trim().split(/\s+/u);
const each = (name: string, texts: readonly string[]): Record<string, string>[] =>
  texts.map((text) => ({ [name]: text }));
const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** Names of fields. */
export const NAMES = [
  ...words(
    '__proto__ constructor prototype toString hasOwnProperty token x-token is_owner non_field_errors 0 ї',
  ),
  '',
  'a'.repeat(3000),
];

/** JSON texts that no field expects, and some that one does. */
export const VALUES = [
  ...words(
    'null true false 0 -0 -1 1 1.0 1.5 1e2 1e400 -1e400 1e-9 0.1 1e21 2147483648 99999999999 100000000000',
  ),
  ...words(
    '9007199254740991 9007199254740992 [] [[]] {} [null] [{}] [1,2] {"__proto__":1} {"id":1} {"length":3}',
  ),
  ...words('"" "x" "12" "1.5" "-1" "1e3" "NaN" "0x10" "true" "null" "%s%n" "<script>" "__proto__"'),
  ...words('"\\u0000" "a\\u0000b" "\\ud800" "\\udc00x" "\\ud83d\\ude00" "\\u202e" "\\ufeff"'),
  ...['" "', '"\' or 1=1 --"', '1'.repeat(400), `[${'0,'.repeat(500)}0]`, deep(50), deep(5000)],
  ...[`"${'x'.repeat(33)}"`, `"${'ї'.repeat(256)}"`, `"${'x'.repeat(20_000)}"`],
];

/** Whole bodies. */
export const BODIES = [
  ...words('null true 1 "x" [] [{}] { } {"a":1,} {"a"} {"a":01} {"a":1}{"b":2} NaN undefined <xml/> a=1&b=2'),
  ...['', ' ', "{'a':1}", '\uFEFF{}', '\0', '\ud800', deep(100_000), `{"a":${deep(20_000)}}`],
];

/** Values of query parameters, as they go out. */
export const PARAMETER_VALUES = [
  ...words('0 1 -1 1.5 1e3 2 x null true TRUE % %zz %00 %C3 %ED%A0%80 %F0%9F%98%80 %D0%99 %20 %22 %25 * _'),
  ...words(
    '%2C , - --id id,,id name,-name __proto__ constructor %27%20or%201=1 2026-02-30 2026-02-28 0000-01-01',
  ),
  ...words('9999-12-31T23:59:60Z 2026-01-01T00:00:00+25:00 2026-01-01T00:00:00%2002:00'),
  ...['', '9'.repeat(16), '9'.repeat(40), '9'.repeat(41), 'x%20'.repeat(500), 'x'.repeat(5000)],
];

export const PARAMETER_NAMES = ['unknown', '__proto__', 'constructor', 'page[]', '%', ''];

/** Invalid ids in a path. */
export const IDS = [
  ...words('0 -1 +1 1.0 1e0 0x1 %D9%A3 x null NaN %00 1%00 %20 %201 %2F %2e%2e % %zz %C3 * 1,2 1;drop %27'),
  ...words('9007199254740991 9007199254740992 __proto__ constructor'),
  '9'.repeat(400),
];

export const HEADERS: Record<string, string>[] = [
  ...each('Authorization', [
    '',
    'Bearer',
    'Bearer x',
    'Bearer a.b.c',
    'Basic eDp5',
    'Bearer eyJhbGciOiJub25lIn0.e30.',
  ]),
  ...each(
    'Content-Type',
    words('text/plain application/json;charset=utf-16 application/json;charset="utf-8" x ,'),
  ),
  ...each('Content-Type', [
    '',
    'application/vnd.api+json',
    'multipart/form-data',
    'application/json, text/plain',
  ]),
  ...each('Content-Encoding', words('gzip br deflate identity x')),
  ...each('Idempotency-Key', ['', ' ', 'a', 'a'.repeat(256), '\u00e9', '"', '__proto__']),
  ...each('Accept-Language', ['', 'uk', '*', 'uk;q=x', ';;;', 'x'.repeat(3000)]),
  { Accept: 'text/html' },
  { 'If-None-Match': '*' },
  { Range: 'bytes=0-1' },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { 'X-Forwarded-For': '1.2.3.4', 'X-Forwarded-Host': 'evil.example' },
  { Cookie: 'a=b; __proto__=1' },
];
