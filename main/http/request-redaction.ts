import { isSecretName, MASK, redact, spellings } from '../platform/log.ts';

/**
 * What a client sent, made fit for other eyes. Secrets are known by the name they go by, by their shape (JWTs, tokens
 * of the bank, long random texts), because the program itself has them, and then by their value wherever else in the
 * same request, or in what was said of it, they occur.
 */

/** `"password": "…"`, `token=…` inside a text: JSON in a string, a query in a comment, a header pasted into a field. */
const NAMED =
  /((?:token|password|secret|\bauthorization|\baccess|\brefresh)["'\\\s]*[:=]["'\\\s]*)([^\s"'\\&,;}]+)/gi;
const SCHEME = /(\b(?:bearer|basic)\s+)([^\s"'\\,]+)/gi;

const inText = (text: string): string[] =>
  [NAMED, SCHEME].flatMap((pattern) => [...text.matchAll(pattern)].map(([, , secret = '']) => secret));

/** What lies deeper is not shown (log.ts, redact), and need not be looked for. */
const MAX_DEPTH = 12;
/** No honest request has more; each is looked for in every text. Beyond them the names alone hide. */
const MAX_SECRETS = 100;

/** Every text and number in a value of JSON. */
const leaves = (value: unknown, depth = 0): string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((part) => leaves(part, depth + 1));
};

/** The secrets in a value of JSON. */
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

/** `a=b&c` → its parts as they were sent. */
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

/** What the program knows of secrets. */
export interface KnownSecrets {
  /** Bank tokens among them, in every spelling. */
  secrets: ReadonlySet<string>;
  /** Whether an account goes by this name. */
  isUsername(name: string): boolean;
}

/** Where people type passwords, at times into the field beside. */
const isSignIn = (path: string): boolean => /^\/api\/v1\/auth\//.test(path);
const SIGN_IN_FIELDS = ['username', 'password', 'refresh', 'token'];

interface Sent {
  /** As they were sent, encoded. */
  path: string;
  search: string;
  authorization: string;
  userAgent: string;
  /** Parsed; undefined for none, or none that is JSON. */
  body: unknown;
}

/** What may begin or name a secret, letters alone: `to-ken` is one as well (log.ts, isSecretName). */
const SUSPICIOUS = /token|password|secret|authorization|access|refresh|bearer|basic|eyj/;
/** What every till sends: a token, or nothing. */
const PLAIN_TOKEN = /^(?:bearer +([\w.~+/=-]+))?$/i;
/** Characters; log.ts looks at longer texts in part only. */
const MAX_GLANCED = 4096;
/** What stands for itself: nothing is encoded, and no letter becomes another when it is made small. */
const PLAIN = /^[\x20-\x24\x26-\x7e]*$/;

/**
 * Whether the whole redaction would leave all of it as it is: of most requests that shows at a glance. Where it is not
 * certain, the answer is no.
 */
export const hasNothingToHide = (
  { path, search, authorization, userAgent, body }: Sent,
  { secrets }: KnownSecrets,
): boolean => {
  const text = `${path} ${search} ${userAgent}`;
  const spaced = text.replaceAll('+', ' ');
  const [isPlain, token] = PLAIN_TOKEN.exec(authorization) ?? [];
  return (
    body === undefined &&
    isPlain !== undefined &&
    text.length < MAX_GLANCED &&
    PLAIN.test(text) &&
    !SUSPICIOUS.test(text.toLowerCase().replace(/[^a-z]/g, '')) &&
    (token === undefined || !text.includes(token)) &&
    !path.split('/').some(mayHaveShape) &&
    !mayHaveShape(search) &&
    !mayHaveShape(userAgent) &&
    ![...secrets].some((secret) => text.includes(secret) || spaced.includes(secret))
  );
};

interface Redaction {
  /** What was sent. */
  text(text: string): string;
  /** What was said of it: in our own words, which name fields, only what is known to be a secret is hidden. */
  words(text: string): string;
  value(value: unknown): unknown;
  /** Path and query. */
  address(path: string, search: string): string;
}

type IsName = (name: string, value: unknown) => boolean;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What was typed to sign in, but for the name of an account. */
const inSignIn = (body: unknown, isName: IsName): string[] =>
  isObject(body)
    ? Object.entries(body).flatMap(([name, value]) => [
        ...(SIGN_IN_FIELDS.includes(name) ? [] : [name]),
        ...(isName(name, value) ? [] : leaves(value)),
      ])
    : [];

/** The same, hidden however short it is. */
const withoutSignIn = (body: unknown, isName: IsName): unknown =>
  isObject(body)
    ? Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          SIGN_IN_FIELDS.includes(name) ? name : MASK,
          isName(name, value) ? value : MASK,
        ]),
      )
    : body;

/** The redaction that one request asks for. */
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
  /** As it was sent where there is nothing to hide in it. */
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

/** Secrets that are known by their shape alone, wherever they were pasted. */

/** A token of the bank: `u` and 32 bytes in base64url. */
const BANK_TOKEN = /(?<![\w-])u[\w-]{43}(?![\w-])/g;
/** Letters, digits and what base64 and base64url have besides, without a break. */
const RUN = /[\w+/-]{32,}=*/g;
/** Not secret, and all of it looks random: what programs call their records. */
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** Longer than any word or name of a record that people or programs make. */
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

/** Whether anything in it may have such a shape. */
const mayHaveShape = (text: string): boolean => /[\w+/-]{32}/.test(text);
