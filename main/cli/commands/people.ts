import type { EmployeeWithRights } from '../../../shared/operations/employees.ts';
import type { Commands } from '../command.ts';
import { operationCommand } from '../operation-command.ts';
import {
  describeLimits,
  describeRights,
  given,
  RIGHTS_OPTIONS,
  requireChange,
  rightsOf,
  sentences,
  trueOrFalse,
} from '../values.ts';

/** A secret comes on stdin or from a file. */
const PASSWORD = ['password-stdin', 'password-file'] as const;
const WHO = ['full-name', 'email', 'position'] as const;
const CHANGES = [...WHO, 'preset', ...RIGHTS_OPTIONS, 'active', 'remove-pin', ...PASSWORD] as const;

/** In a terminal, without the options for it, a password is prompted for. */
const PROMPTED = 'In a terminal, without these options, the password is prompted for and not shown.';

export const ownerCommands = {
  'owner create': operationCommand('owner.create', {
    summary: 'creates the owner of the shop',
    details: [`The first command of a new shop; there is one owner. ${PROMPTED}`],
    options: ['username', ...PASSWORD],
    examples: [
      'owner create',
      'owner create --username olena --password-file password.txt',
      'owner create --username olena --password-stdin < password.txt',
    ],
    input: async ({ values, input }) => ({
      username: await input.text('username', values.username),
      password: await input.secret('password', values),
    }),
    lines: ({ username }) => [`The owner "${username}" was made and can sign in.`],
  }),
  'owner password': operationCommand('owner.password', {
    summary: 'sets a new password for the owner, for example a forgotten one',
    details: [`Devices that are signed in must sign in again. ${PROMPTED}`],
    options: PASSWORD,
    examples: ['owner password', 'owner password --password-file password.txt'],
    input: async ({ values, input }) => ({ password: await input.secret('password', values) }),
    lines: ({ username }) => [
      `The owner "${username}" has the new password. Whoever was signed in with the old one must sign in again.`,
    ],
  }),
} satisfies Commands;

const describe = (employee: EmployeeWithRights): string =>
  sentences(
    describeRights(employee),
    employee.own_sales_only && 'Sees only their own sales.',
    employee.catalog_prices_only && 'Sells only at the prices of the catalog.',
    employee.catalog_read_only && 'Changes nothing in the catalog.',
    describeLimits(employee),
    !employee.is_active && 'Not active: cannot sign in.',
  );

export const employeeCommands = {
  'employee add': operationCommand('employees.add', {
    summary: 'adds an employee who may sign in',
    details: [PROMPTED],
    options: ['username', ...WHO, 'preset', ...RIGHTS_OPTIONS, ...PASSWORD],
    examples: [
      'employee add --username petro --full-name "Петро Коваль" --preset sells --password-file password.txt',
      'employee add --username iryna --can view_invoices,create_invoices,cancel_invoices --refund-limit 500 --password-stdin < password.txt',
    ],
    input: async ({ values, input }) => ({
      permissions: [],
      ...rightsOf(values),
      full_name: values['full-name'] ?? '',
      email: values.email ?? '',
      position: values.position ?? '',
      username: await input.text('username', values.username),
      password: await input.secret('password', values),
    }),
    lines: (employee) => [`Employee ${employee.id} "${employee.username}" was added. ${describe(employee)}`],
  }),
  'employee set': operationCommand('employees.change', {
    summary: 'changes an employee: name, permissions, limits, password, whether active',
    details: ['U is a username or an id. What is not named stays as it is.'],
    operands: ['U'],
    options: CHANGES,
    examples: [
      'employee set petro --preset refunds',
      'employee set petro --active false',
      'employee set 3 --refund-limit none --remove-pin',
    ],
    input: async ({ values, operand, input }) => {
      const isPasswordGiven = values['password-stdin'] === true || values['password-file'] !== undefined;
      const changes = {
        ...given({
          full_name: values['full-name'],
          email: values.email,
          position: values.position,
          is_active: trueOrFalse('active', values.active),
          remove_pin: values['remove-pin'] ? (true as const) : undefined,
        }),
        ...rightsOf(values),
        ...(isPasswordGiven && { password: await input.secret('password', values) }),
      };
      requireChange('employee set', changes, CHANGES);
      return { id: operand, ...changes };
    },
    lines: (employee, { password, remove_pin }) => [
      sentences(
        `Employee ${employee.id} "${employee.username}" was changed.`,
        describe(employee),
        password !== undefined && 'The password is the new one; signed-in devices must sign in again.',
        remove_pin === true && 'The PIN no longer works.',
      ),
    ],
  }),
  'employee list': operationCommand('employees.list', {
    summary: 'lists employees, with ids and permissions',
    examples: ['employee list', 'employee list --json'],
    lines: ({ employees }) =>
      employees.length > 0
        ? employees.map((each) =>
            [each.id, each.username, each.full_name, describe(each)].filter((part) => part !== '').join('  '),
          )
        : ['There are no employees yet. One is made with: employee add.'],
  }),
} satisfies Commands;
