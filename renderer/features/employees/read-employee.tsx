import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EmployeeRecord } from '../../api/employees.ts';
import { RecordPanel, RecordView, useRecordTexts } from '../../kit/record-panel.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { RightWords, StateWord } from './columns.tsx';
import classes from './panel.module.css';
import { useEmployee } from './panel.tsx';

/** In a browser that is not the window: the employee's data. */
export const ReadEmployee = ({ id }: { id: number }) => (
  <RecordView id={id} query={useEmployee(id)} texts={useRecordTexts('employees')} rows={8} height={48}>
    {(employee) => <Facts employee={employee} />}
  </RecordView>
);

const Facts = ({ employee: data }: { employee: EmployeeRecord }) => {
  const { t } = useTranslation('employees');
  const dates = useDates();
  const { label, close } = useRecordTexts('employees');
  const facts = [
    [t('words.state'), <StateWord key="state" isActive={data.is_active} />],
    [t('fields.username'), data.username],
    [t('fields.position'), data.position],
    [t('fields.email'), data.email],
    [t('table.rights'), <RightWords key="rights" employee={data} />],
  ] as const;
  return (
    <RecordPanel
      open={data.id}
      label={label}
      closeLabel={close}
      title={data.full_name || data.username}
      about={t('panel.since', {
        since: dates.day(Date.parse(data.created_at)),
        changed: dates.short(Date.parse(data.updated_at)),
      })}
    >
      <Stack gap="md" pt={4}>
        <dl className={`pairs ${classes.facts}`}>
          {facts
            .filter(([, value]) => value !== '')
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      </Stack>
    </RecordPanel>
  );
};
