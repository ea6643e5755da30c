import type { EmployeeRecord } from '../../api/employees.ts';
import { ForDevelopers } from '../../shop/for-developers.tsx';
import { ADD, activeCommand, OWNER_PASSWORD, passwordCommand, rightsCommand } from './commands.ts';
import classes from './employees.module.css';

/** The page says above where people are changed: passwords do not travel over HTTP. */
export const BrowserHelp = () => (
  <div className={`card ${classes.help}`}>
    <ForDevelopers commands={[ADD, OWNER_PASSWORD]} />
  </div>
);

export const EmployeeHelp = ({ employee }: { employee: EmployeeRecord }) => (
  <ForDevelopers commands={[rightsCommand(employee), activeCommand(employee), passwordCommand(employee)]} />
);
