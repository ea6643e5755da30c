import {
  isSecretName,
  MASK,
  MAX_ENTRIES,
  MAX_DEPTH as MAX_SHOWN_DEPTH,
  redact,
  spellings,
} from '../platform/log.ts';

/**
 * Redacts a request for display. Secrets are recognized by their field name, by their shape (JWTs, tokens of the bank,
 * long random texts) or because the program itself holds them; each is then hidden by value wherever else it occurs in
 * the same request or in its refusal.
 */

/** `"password": "…"`, `token=…` inside a text: JSON in a string, a query in a comment, a header pasted into a field. */
const NAMED =
  /((?:token|password|secret|\bauthorization|\baccess|\brefresh)["'\\\s]*[:=]["'\\\s]*)([^\s"'\\&,;}]+)/gi;
const SCHEME = /(\b(?:bearer|basic)\s+)([^\s"'\\,]+)/gi;

const inText = (text: string): string[] =>
  [NAMED, SCHEME].flatMap((pattern) => [...text.matchAll(pattern)].map(([, , secret = '']) => secret));

/** Deeper values are not shown (log.ts, redact). */
const MAX_DEPTH = 12;
/** No genuine request has more; each is searched in every text. Beyond them only names hide. */
const MAX_SECRETS = 100;

/** Every text and number in a JSON value. */
const leaves = (value: unknown, depth = 0): string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((part) => leaves(part, depth + 1));
};

/** The secrets in a JSON value. */
const inValue = (value: unknown, depth = 0): string[] => {
  if (typeof value === 'string') return inText(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    isSecretName(name) ? leaves(part, depth) : [...inText(name), ...inValue(part, depth + 1)],
  );
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

/** Splits `a=b&c` into its parts, still encoded. */
const pairs = (search: string): { name: string; value: string | undefined }[] =>
  search
    .replace(/^\?/, '')
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0
        ? { name: pair, value: undefined }
        : { name: pair.slice(0, at), value: pair.slice(at + 1) };
    });

/** The secrets and names that the program knows. */
export interface KnownSecrets {
  /** Bank tokens among them, in every spelling. */
  secrets: ReadonlySet<string>;
  /** Whether an account has this name. */
  isUsername(name: string): boolean;
}

/** People type passwords here, at times into the wrong field. */
const isSignIn = (path: string): boolean => /^\/api\/v1\/auth\//.test(path);
const SIGN_IN_FIELDS = ['username', 'password', 'refresh', 'token'];

interface Sent {
  /** Still encoded. */
  path: string;
  search: string;
  authorization: string;
  userAgent: string;
  /** Parsed, and as it was sent; undefined for none, or none that is JSON. */
  body: unknown;
  bodyText?: string | undefined;
}

/** Substrings that may begin or name a secret, letters alone: `to-ken` is one as well (log.ts, isSecretName). */
const SUSPICIOUS = /token|password|secret|authorization|access|refresh|bearer|basic|eyj/;
/** The Authorization of a normal till: a token, or nothing. */
const PLAIN_TOKEN = /^(?:bearer +([\w.~+/=-]+))?$/i;
/** Characters; log.ts looks at longer texts only in part. */
const MAX_QUICK_CHECK = 4096;
/** Unencoded characters that lower-casing does not turn into others. */
const PLAIN = /^[\x20-\x24\x26-\x7e]*$/;
const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** JSON without escapes, so that it reads as it was sent, and small enough that `redact` leaves nothing out. */
const isSimple = (json: string): boolean =>
  !json.includes('\\') && countOf(json, /[[{]/g) <= MAX_SHOWN_DEPTH && countOf(json, /,/g) < MAX_ENTRIES;

/**
 * Whether the full redaction would change nothing: a quick check settles most requests. It answers no when uncertain.
 */
export const hasNothingToHide = (
  { path, search, authorization, userAgent, body, bodyText = '' }: Sent,
  { secrets }: KnownSecrets,
): boolean => {
  const head = `${path} ${search} ${userAgent}`;
  const text = `${head} ${bodyText}`;
  const spaced = text.replaceAll('+', ' ');
  const [isPlain, token] = PLAIN_TOKEN.exec(authorization) ?? [];
  return (
    (body === undefined || (bodyText !== '' && !isSignIn(path) && isSimple(bodyText))) &&
    isPlain !== undefined &&
    text.length < MAX_QUICK_CHECK &&
    PLAIN.test(head) &&
    !SUSPICIOUS.test(text.toLowerCase().replace(/[^a-z]/g, '')) &&
    (token === undefined || !text.includes(token)) &&
    !path.split('/').some(mayHaveShape) &&
    ![search, userAgent, bodyText].some(mayHaveShape) &&
    ![...secrets].some((secret) => text.includes(secret) || spaced.includes(secret))
  );
};

interface Redaction {
  /** Redacts text that was sent. */
  text(text: string): string;
  /** Redacts our own messages: they name fields, so only known secrets are hidden. */
  words(text: string): string;
  value(value: unknown): unknown;
  /** Redacts path and query. */
  address(path: string, search: string): string;
}

type IsName = (name: string, value: unknown) => boolean;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values of a sign-in, except the name of an account. */
const inSignIn = (body: unknown, isName: IsName): string[] =>
  isObject(body)
    ? Object.entries(body).flatMap(([name, value]) => [
        ...(SIGN_IN_FIELDS.includes(name) ? [] : [name]),
        ...(isName(name, value) ? [] : leaves(value)),
      ])
    : [];

/** Hides them, however short. */
const withoutSignIn = (body: unknown, isName: IsName): unknown =>
  isObject(body)
    ? Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          SIGN_IN_FIELDS.includes(name) ? name : MASK,
          isName(name, value) ? value : MASK,
        ]),
      )
    : body;

/** Creates the redaction for one request. */
export const redactionOf = (
  { path, search, authorization, userAgent, body }: Sent,
  known: KnownSecrets,
): Redaction => {
  const isAuth = isSignIn(path);
  const isName = (name: string, value: unknown): boolean =>
    name === 'username' && typeof value === 'string' && known.isUsername(value.trim());
  const query = pairs(search).map(({ name, value = '' }) => ({ name: decoded(name), value: decoded(value) }));
  const found = [
    authorization,
    ...authorization.split(/\s+/),
    ...query.flatMap(({ name, value }) => (isSecretName(name) ? [value] : inText(value))),
    ...inText(decoded(path)),
    ...inText(userAgent),
    ...inValue(body),
    ...(isAuth ? inSignIn(body, isName) : []),
    ...(isAuth ? query.flatMap(({ name, value }) => (isName(name, value) ? [] : [value])) : []),
  ];
  const sent = [...new Set(found.map((secret) => secret.trim()))].slice(0, MAX_SECRETS);
  const secrets = new Set([...sent.flatMap(spellings), ...known.secrets]);

  const words = (plain: string): string => hideShapes(String(redact(plain, secrets)));
  const text = (plain: string): string =>
    words(plain).replace(NAMED, `$1${MASK}`).replace(SCHEME, `$1${MASK}`);
  const texts = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(texts);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [text(name), texts(part)]));
  };
  /** Keeps the original encoding where nothing was hidden. */
  const encoded = (part: string): string => {
    const plain = decoded(part);
    const safe = text(plain);
    return safe === plain && text(part) === part ? part : encodeURIComponent(safe);
  };
  return {
    words,
    text,
    value: (value) => texts(redact(isAuth ? withoutSignIn(value, isName) : value, secrets)),
    address: (sentPath, sentSearch) => {
      const shown = sentPath.split('/').map(encoded).join('/');
      if (sentSearch === '') return shown;
      const parts = pairs(sentSearch).map(({ name, value }) => {
        if (value === undefined) return encoded(name);
        const isHidden = isSecretName(decoded(name)) || (isAuth && !isName(decoded(name), decoded(value)));
        return `${encoded(name)}=${isHidden ? MASK : encoded(value)}`;
      });
      return `${shown}?${parts.join('&')}`;
    },
  };
};

/** Secrets recognized by their shape alone, wherever they were pasted. */

/** A token of the bank: `u` and 32 bytes in base64url. */
const BANK_TOKEN = /(?<![\w-])u[\w-]{43}(?![\w-])/g;
/** Unbroken letters, digits and the other characters of base64 and base64url. */
const RUN = /[\w+/-]{32,}=*/g;
/** Random in shape but not secret: programs name their records so. */
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** Longer than any word or record name that people or programs make. */
const ALWAYS_LONG = 40;
const SHORTEST = 32;

const looksRandom = (run: string): boolean => {
  const rest = run.replace(UUID, '');
  const hasEach = (...kinds: RegExp[]) => kinds.every((kind) => kind.test(rest));
  if (rest.length >= ALWAYS_LONG) return hasEach(/[a-z]/i, /\d/);
  return rest.length >= SHORTEST && hasEach(/[a-z]/, /[A-Z]/, /\d/);
};

export const hideShapes = (text: string): string =>
  text.replace(BANK_TOKEN, MASK).replace(RUN, (run) => (looksRandom(run) ? MASK : run));

/** Whether any part may have such a shape. */
const mayHaveShape = (text: string): boolean => /[\w+/-]{32}/.test(text);
