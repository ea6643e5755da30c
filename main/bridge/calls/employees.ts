import { addEmployee, updateEmployee } from '../../shop/accounts/accounts.ts';
import { accountsWithPin } from '../../store/pins.ts';
import type { Handlers } from '../call.ts';

export const employeeHandlers: Handlers<'employees'> = {
  'employees.add': async ({ input, running, log }) => {
    const { password, ...fields } = input;
    const { id } = await addEmployee(running.handle, fields, password);
    log.info('An employee was added.', { id, permissions: fields.permissions });
    return { id };
  },
  'employees.change': async ({ input, running, log }) => {
    const { id, ...changes } = input;
    await updateEmployee(running.handle, id, changes);
    // Names of fields, without values: one is a password.
    const { permissions, is_active } = changes;
    log.info('An employee was changed.', { id, changed: Object.keys(changes), permissions, is_active });
    return { id };
  },
  'employees.pins': ({ running }) => accountsWithPin(running.handle.db),
};
