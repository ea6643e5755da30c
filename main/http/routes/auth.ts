import {
  accessToken,
  refreshRequest,
  tokenPair,
  tokenRequest,
  verified,
  verifyRequest,
} from '../../../shared/api/auth.ts';
import type { Sessions } from '../../domain/accounts/sessions.ts';
import { definePublicRoute, type Route } from '../route.ts';

export const authRoutes = (sessions: Sessions): Route[] => [
  definePublicRoute({
    method: 'POST',
    path: 'auth/token/',
    summary: 'Sign in: get an access token (1 hour) and a refresh token (7 days)',
    answer: tokenPair,
    body: tokenRequest,
    canTakeLong: true,
    handler: ({ body, signal }) => sessions.signIn(body, signal),
  }),
  definePublicRoute({
    method: 'POST',
    path: 'auth/token/refresh/',
    summary: 'Get a new access token',
    answer: accessToken,
    body: refreshRequest,
    countsFor: 'refresh',
    handler: ({ body }) => sessions.refresh(body.refresh),
  }),
  definePublicRoute({
    method: 'POST',
    path: 'auth/token/verify/',
    summary: 'Check a token of either type',
    answer: verified,
    body: verifyRequest,
    handler: async ({ body }) => {
      await sessions.verify(body.token);
      return {};
    },
  }),
];
