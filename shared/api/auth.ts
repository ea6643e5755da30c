import * as v from 'valibot';
import { problem, rule } from '../errors.ts';
import { shape, string } from './answers.ts';
import { described } from './described.ts';
import { MAX_LENGTH, requestBody, text } from './fields.ts';

const usernameField = () => text(MAX_LENGTH.username);
/** For new accounts. The owner's console reads digits as the id of an account; older names of digits stay valid. */
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
/** For a new password, in characters. Not part of the schema: an older, shorter one still signs in. */
export const MIN_PASSWORD_LENGTH = 8;

const REFRESH_TOKEN = 'Refresh token, a JWT: valid for 7 days.';

export const tokenRequest = requestBody('TokenRequest', {
  username: described(usernameField(), 'Name to sign in with.'),
  password: described(passwordField(), 'Password; spaces count.'),
});
export type TokenRequest = v.InferOutput<typeof tokenRequest>;

export const refreshRequest = requestBody('RefreshRequest', {
  refresh: described(text(MAX_LENGTH.token), REFRESH_TOKEN),
});

export const verifyRequest = requestBody('VerifyRequest', {
  token: described(text(MAX_LENGTH.token), 'A token of either type.'),
});

/** Tokens of the examples, including those of requests. */
export const EXAMPLE_TOKENS = {
  access: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0b2tlbl90eXBlIjoiYWNjZXNzIn0.c2lnbmF0dXJl',
  refresh: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0b2tlbl90eXBlIjoicmVmcmVzaCJ9.c2lnbmF0dXJl',
};

export const tokenPair = shape('TokenPair', {
  access: string('Access token, a JWT: valid for 1 hour.', EXAMPLE_TOKENS.access),
  refresh: string(REFRESH_TOKEN, EXAMPLE_TOKENS.refresh),
});
export type TokenPair = v.InferOutput<typeof tokenPair>;

export const accessToken = shape('AccessToken', { access: tokenPair.entries.access });
export const verified = shape('Verified', {});
