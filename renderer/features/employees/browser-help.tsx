import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EmployeeRecord } from '../../api/employees.ts';
import { CopyLine } from '../../shop/copy-button.tsx';
import { InWindow } from '../../shop/in-window.tsx';
import { ADD, activeCommand, OWNER_PASSWORD, passwordCommand, rightsCommand } from './commands.ts';
import classes from './employees.module.css';

/** Explains the commands: passwords do not travel over HTTP. */
export const BrowserHelp = () => {
  const { t } = useTranslation('employees');
  return (
    <div className={`card ${classes.help}`}>
      <Stack gap="xs">
        <Text size="sm">
          <strong>{t('browser.title')}</strong> {t('browser.text')}
        </Text>
        <InWindow screen="employees" />
        <CopyLine text={ADD} />
        <Text size="sm">{t('browser.ownerPassword')}</Text>
        <CopyLine text={OWNER_PASSWORD} />
      </Stack>
    </div>
  );
};

/** The commands for one employee. */
export const EmployeeCommands = ({ employee }: { employee: EmployeeRecord }) => {
  const { t } = useTranslation('employees');
  const commands = [
    [t('browser.rights'), rightsCommand(employee)],
    [t(employee.is_active ? 'browser.active.on' : 'browser.active.off'), activeCommand(employee)],
    [t('browser.password'), passwordCommand(employee)],
  ] as const;
  return (
    <Stack gap="sm">
      {commands.map(([what, command]) => (
        <div key={command}>
          <Text size="sm">{what}</Text>
          <CopyLine text={command} />
        </div>
      ))}
    </Stack>
  );
};
