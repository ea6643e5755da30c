import { Box } from '@mantine/core';
import type { EmployeeRecord } from '../../api/employees.ts';
import { ForDevelopers } from '../../shop/for-developers.tsx';
import { ADD, activeCommand, OWNER_PASSWORD, passwordCommand, rightsCommand } from './commands.ts';

/** The page says above where people are changed: passwords do not travel over HTTP. */
export const BrowserHelp = () => (
  <Box className="card" py="sm" px="md">
    <ForDevelopers commands={[ADD, OWNER_PASSWORD]} />
  </Box>
);

export const EmployeeHelp = ({ employee }: { employee: EmployeeRecord }) => (
  <ForDevelopers commands={[rightsCommand(employee), activeCommand(employee), passwordCommand(employee)]} />
);
