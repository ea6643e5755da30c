import * as v from 'valibot';
import { count, flag, id, nullable, string } from '../../../shared/api/answers.ts';
import { byPermission } from '../../../shared/permissions.ts';
import { employeeAdd, employeeList, employeeSet, ownerCreate, ownerPassword } from '../accounts.ts';
import type { Commands } from '../command.ts';
import { result } from '../results.ts';

const accountId = () => id('Identifier of the account.');
const username = () => string('The name to sign in with.', 'olena');
const account = result({ id: accountId(), username: username() });

/** A secret comes on stdin or from a file. */
const PASSWORD = ['password-stdin', 'password-file'] as const;
/** Amounts in hryvnias, or none. */
export const REFUND_LIMITS = ['refund-limit', 'refund-day-limit'] as const;
const WHO = ['full-name', 'email', 'position'] as const;
const RIGHTS = ['preset', 'can', 'own-sales', 'catalog-prices', 'catalog-read-only'] as const;

/** In a terminal, without the options for it, a password is prompted for. */
const PROMPTED = 'In a terminal, without these options, the password is prompted for and not shown.';

export const permissionFields = byPermission((permission) => flag(`Whether it has the right ${permission}.`));
export const limitFields = {
  refund_largest: nullable(count('The largest refund without a second person, in kopiykas; null: any.')),
  refund_per_day: nullable(count('Refunds of a day without a second person, in kopiykas; null: any.')),
};

export const ownerCommands = {
  'owner create': {
    summary: 'creates the owner of the shop',
    details: [`The first command of a new shop; there is one owner. ${PROMPTED}`],
    options: ['username', ...PASSWORD],
    examples: [
      'owner create',
      'owner create --username olena --password-file password.txt',
      'owner create --username olena --password-stdin < password.txt',
    ],
    result: account,
    run: ownerCreate,
  },
  'owner password': {
    summary: 'sets a new password for the owner, for example a forgotten one',
    details: [`Devices that are signed in must sign in again. ${PROMPTED}`],
    options: PASSWORD,
    examples: ['owner password', 'owner password --password-file password.txt'],
    result: account,
    run: ownerPassword,
  },
} satisfies Commands;

export const employeeCommands = {
  'employee add': {
    summary: 'adds an employee who may sign in',
    details: [PROMPTED],
    options: ['username', ...WHO, ...RIGHTS, ...REFUND_LIMITS, ...PASSWORD],
    examples: [
      'employee add --username petro --full-name "Петро Коваль" --preset sells --password-file password.txt',
      'employee add --username iryna --can view_invoices,create_invoices,cancel_invoices --refund-limit 500 --password-stdin < password.txt',
    ],
    result: account,
    run: employeeAdd,
  },
  'employee set': {
    summary: 'changes an employee: name, permissions, limits, password, whether active',
    details: ['U is a username or an id. What is not named stays as it is.'],
    operands: ['U'],
    options: [...WHO, ...RIGHTS, 'active', ...REFUND_LIMITS, 'remove-pin', ...PASSWORD],
    examples: [
      'employee set petro --preset refunds',
      'employee set petro --active false',
      'employee set 3 --refund-limit none --remove-pin',
    ],
    result: account,
    run: employeeSet,
  },
  'employee list': {
    summary: 'lists employees, with ids and permissions',
    examples: ['employee list', 'employee list --json'],
    result: result({
      employees: v.array(
        v.strictObject({
          id: accountId(),
          username: username(),
          full_name: string("The person's name.", 'Петро Коваль'),
          email: string(),
          position: string(),
          ...permissionFields,
          is_active: flag('False: cannot sign in.', true),
          own_sales_only: flag('True: sees only the invoices that they created.'),
          catalog_prices_only: flag('True: sells only products of the catalog at their prices.'),
          catalog_read_only: flag('True: changes nothing in the catalog.'),
          ...limitFields,
          has_pin: flag('Whether a PIN is set.'),
        }),
      ),
    }),
    run: employeeList,
  },
} satisfies Commands;
