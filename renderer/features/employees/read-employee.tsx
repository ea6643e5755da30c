import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../data/failure.ts';
import { useDates } from '../../ui/use-dates.ts';
import { EmployeeCommands } from './browser-help.tsx';
import { RightWords, StateWord } from './columns.tsx';
import { NotRead } from './edit-employee.tsx';
import classes from './panel.module.css';
import { PanelHead, SidePanel } from './panel.tsx';
import { useEmployee } from './use-employee.ts';

/** In a browser: what there is to know, and the commands that change it. */
export const ReadEmployee = ({ id }: { id: number }) => {
  const { t } = useTranslation('employees');
  const dates = useDates();
  const { data, error, refetch } = useEmployee(id);
  if (!data)
    return <NotRead id={id} failure={error ? failureOf(error) : undefined} onRetry={() => void refetch()} />;
  const facts = [
    [t('table.state'), <StateWord key="state" isActive={data.is_active} />],
    [t('fields.username'), data.username],
    [t('fields.position'), data.position],
    [t('fields.email'), data.email],
    [t('rights.title'), <RightWords key="rights" rights={data} />],
  ] as const;
  return (
    <SidePanel open={id} label={t('panel.label')} isDirty={false}>
      <Stack gap="md">
        <PanelHead title={data.full_name || data.username}>
          {t('panel.since', {
            since: dates.day(Date.parse(data.created_at)),
            changed: dates.short(Date.parse(data.updated_at)),
          })}
        </PanelHead>
        <dl className={classes.facts}>
          {facts
            .filter(([, value]) => value !== '')
            .map(([name, value]) => (
              <div key={name} className={classes.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        <Title order={3} size="h6">
          {t('browser.how')}
        </Title>
        <EmployeeCommands employee={data} />
      </Stack>
    </SidePanel>
  );
};
