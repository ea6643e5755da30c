import {
  accessToken,
  EXAMPLE_TOKENS,
  refreshRequest,
  tokenPair,
  tokenRequest,
  verified,
  verifyRequest,
} from '../../../shared/api/auth.ts';
import { account, employee, employeeLimitsList, employeeQuery } from '../../../shared/api/employees.ts';
import { PAGE_SIZES, pageOf } from '../../../shared/api/pages.ts';
import { byPermission } from '../../../shared/permissions.ts';
import { present } from '../../platform/present.ts';
import { type Actor, mayDo, type Sessions } from '../../shop/accounts/sessions.ts';
import {
  type AccountRow,
  findAccount,
  findEmployee,
  limitedEmployees,
  listEmployees,
} from '../../store/accounts.ts';
import type { Db } from '../../store/db/connection.ts';
import { defineExtension, definePublicRoute, defineRoute, type Route } from '../route.ts';

export const authRoutes = (sessions: Sessions): Route[] => [
  definePublicRoute({
    at: 'POST auth/token/',
    id: 'signIn',
    summary: 'Sign in: get an access token (1 hour) and a refresh token (7 days)',
    description: 'Send the access token with every other request: `Authorization: Bearer <access>`.',
    answer: tokenPair,
    body: tokenRequest,
    examples: {
      employee: { summary: 'An employee', value: { username: 'olena', password: 'correct horse' } },
    },
    isLongRunning: true,
    handler: ({ body, signal }) => sessions.signIn(body, signal),
  }),
  definePublicRoute({
    at: 'POST auth/token/refresh/',
    id: 'refreshToken',
    summary: 'Get a new access token',
    description: 'When the access token has expired. The refresh token stays as it is.',
    answer: accessToken,
    body: refreshRequest,
    examples: { refresh: { summary: 'The refresh token', value: { refresh: EXAMPLE_TOKENS.refresh } } },
    countsFor: 'refresh',
    handler: ({ body }) => sessions.refresh(body.refresh),
  }),
  definePublicRoute({
    at: 'POST auth/token/verify/',
    id: 'verifyToken',
    summary: 'Check a token of either type',
    description: 'Answers an empty object while the token is valid.',
    answer: verified,
    body: verifyRequest,
    examples: { token: { summary: 'A token of either type', value: { token: EXAMPLE_TOKENS.access } } },
    handler: async ({ body }) => {
      await sessions.verify(body.token);
      return {};
    },
  }),
];

/** Effective rights: the owner's are true whatever is stored. */
const presentAccount = (actor: Actor, { full_name, position }: { full_name: string; position: string }) =>
  present(account, {
    ...actor,
    ...byPermission((permission) => mayDo(actor, permission)),
    full_name,
    position,
    own_sales_only: actor.scope?.createdBy !== undefined,
  });

const NAMELESS = { full_name: '', position: '' };

export const accountRoutes = (db: Db): Route[] => [
  defineExtension({
    at: 'GET account/',
    id: 'getAccount',
    summary: 'Read who is signed in, and what they may do',
    description:
      'For screens that offer only what the signed-in user may do. A change of rights takes effect at once.',
    answer: account,
    access: 'member',
    handler: ({ actor }) => presentAccount(actor, findAccount(db, actor.id) ?? NAMELESS),
  }),
];

const presentEmployee = (row: AccountRow) => present(employee, row);

const limitsRoute = (db: Db): Route =>
  defineExtension({
    at: 'GET employees/limits/',
    id: 'listEmployeeLimits',
    summary: 'List what employees are limited to beside their permissions',
    description: "The owner changes it in the program's window, or by `employee set` on the command line.",
    order: 'by id.',
    answer: employeeLimitsList,
    access: 'owner',
    handler: () => {
      const results = limitedEmployees(db).map(({ id, largest, per_day, ...row }) => ({
        ...row,
        employee: id,
        refund_largest: largest,
        refund_per_day: per_day,
      }));
      return present(employeeLimitsList, { results });
    },
  });

export const employeeRoutes = (db: Db): Route[] => [
  limitsRoute(db),
  defineRoute({
    at: 'GET employees/',
    id: 'listEmployees',
    summary: 'List employees',
    description: 'The owner is not one of them.',
    answer: pageOf(employee),
    access: 'owner',
    query: employeeQuery,
    handler: ({ query, paginate }) =>
      paginate(PAGE_SIZES, (slice) => listEmployees(db, query, slice), presentEmployee),
  }),
  defineRoute({
    at: 'GET employees/{id}/',
    id: 'getEmployee',
    summary: 'Read an employee',
    answer: employee,
    access: 'owner',
    load: (id) => findEmployee(db, id),
    handler: ({ target }) => presentEmployee(target),
  }),
];
