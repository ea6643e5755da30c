import type { Context } from 'koa';

/**
 * Prefer (RFC 7240): `codes` adds stable codes to refusals, `facts` the numbers and names in their messages,
 * `handling=strict` refuses unknown query parameters.
 */

const PREFERENCES = {
  codes: /^\s*codes\s*(;|$)/i,
  facts: /^\s*facts\s*(;|$)/i,
  strict: /^\s*handling\s*=\s*"?strict"?\s*(;|$)/i,
};
type Preference = keyof typeof PREFERENCES;

const SHOWN: Record<Preference, string> = { codes: 'codes', facts: 'facts', strict: 'handling=strict' };
const APPLIED = 'Preference-Applied';

/** Splits at commas outside of quotation marks. */
const parts = (header: string): string[] => header.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? [];

const nameOf = (part: string): string => /^\s*([^\s=;]*)/.exec(part)?.[1]?.toLowerCase() ?? '';

/** Says which preferences of the request are honoured, before anything is answered: of one given twice, the first. */
export const applyPreferences = (ctx: Context): void => {
  const header = ctx.get('Prefer');
  if (header === '') return;
  const given = parts(header);
  const wanted = [...new Map(given.toReversed().map((part) => [nameOf(part), part])).values()];
  const applied = (Object.keys(PREFERENCES) as Preference[]).filter((name) =>
    wanted.some((part) => PREFERENCES[name].test(part)),
  );
  if (applied.length > 0) ctx.set(APPLIED, applied.map((name) => SHOWN[name]).join(', '));
};

export const prefers = (ctx: Context, preference: Preference): boolean =>
  String(ctx.res.getHeader(APPLIED) ?? '')
    .split(', ')
    .includes(SHOWN[preference]);

export type Language = 'en' | 'uk';

/** By Accept-Language; English unless Ukrainian is preferred. */
export const languageOf = (ctx: Context): Language =>
  ctx.req.headers['accept-language'] !== undefined && ctx.acceptsLanguages('en', 'uk') === 'uk' ? 'uk' : 'en';

/** Whether the client names this type among those that it takes, and not with a quality of 0. */
export const acceptsByName = (ctx: Context, type: string): boolean =>
  ctx.get('Accept').toLowerCase().includes(type) && ctx.accepts(type) === type;
