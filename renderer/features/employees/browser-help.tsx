import type { EmployeeRecord } from '../../api/employees.ts';
import { ChangeElsewhere } from '../../shop/change-elsewhere.tsx';
import { ADD, activeCommand, OWNER_PASSWORD, passwordCommand, rightsCommand } from './commands.ts';
import classes from './employees.module.css';

/** Where people are changed: passwords do not travel over HTTP. */
export const BrowserHelp = () => (
  <div className={`card ${classes.help}`}>
    <ChangeElsewhere screen="employees" commands={[ADD, OWNER_PASSWORD]} />
  </div>
);

export const EmployeeHelp = ({ employee }: { employee: EmployeeRecord }) => (
  <ChangeElsewhere
    screen="employees"
    commands={[rightsCommand(employee), activeCommand(employee), passwordCommand(employee)]}
  />
);
