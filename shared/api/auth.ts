import * as v from 'valibot';
import { dictionary, text } from './fields.ts';

const JWT_MAX = 4096;

const usernameField = () => text(150);
/** For a new account. The owner's console takes digits for the id of an account; those of before go on working. */
export const newUsernameField = () =>
  v.pipe(
    usernameField(),
    v.check((name) => !isOnlyDigits(name), 'Digits alone would be taken for an id. Add a letter.'),
  );
export const isOnlyDigits = (username: string): boolean => /^\d+$/.test(username);
/** Passwords are never trimmed: a space may be part of one. */
export const passwordField = () => text(1024, { trim: false });

export const tokenRequest = dictionary({ username: usernameField(), password: passwordField() });
export const refreshRequest = dictionary({ refresh: text(JWT_MAX) });
export const verifyRequest = dictionary({ token: text(JWT_MAX) });

export type TokenRequest = v.InferOutput<typeof tokenRequest>;

export const tokenPair = v.strictObject({
  access: v.string(),
  refresh: v.string(),
});
export type TokenPair = v.InferOutput<typeof tokenPair>;

export const accessToken = v.strictObject({ access: v.string() });
export const verified = v.strictObject({});
