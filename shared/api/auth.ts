import * as v from 'valibot';
import { problem, rule } from '../errors.ts';
import { dictionary, MAX_LENGTH, text } from './fields.ts';

const usernameField = () => text(MAX_LENGTH.username);
/** For a new account. The owner's console takes digits for the id of an account; those of before go on working. */
export const newUsernameField = () =>
  v.pipe(
    usernameField(),
    v.check(
      (name) => !isOnlyDigits(name),
      rule(problem('only_digits', 'Digits alone would be taken for an id. Add a letter.')),
    ),
  );
export const isOnlyDigits = (username: string): boolean => /^\d+$/.test(username);
/** Passwords are never trimmed: a space may be part of one. */
export const passwordField = () => text(MAX_LENGTH.password, { trim: false });
/** Of a new password, in characters. Not part of the schema: an older, shorter one still signs in. */
export const MIN_PASSWORD_LENGTH = 8;

export const tokenRequest = dictionary({ username: usernameField(), password: passwordField() });
export const refreshRequest = dictionary({ refresh: text(MAX_LENGTH.token) });
export const verifyRequest = dictionary({ token: text(MAX_LENGTH.token) });

export type TokenRequest = v.InferOutput<typeof tokenRequest>;

export const tokenPair = v.strictObject({
  access: v.string(),
  refresh: v.string(),
});
export type TokenPair = v.InferOutput<typeof tokenPair>;

export const accessToken = v.strictObject({ access: v.string() });
export const verified = v.strictObject({});
