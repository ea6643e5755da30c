import { Box, Button, Flex, Stack, Title } from '@mantine/core';
import { IconHistory, IconShieldCheck, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callProgram, canOperate } from '../../api/bridge.ts';
import { type EmployeeRecord, employeesQuery } from '../../api/employees.ts';
import { useInvalidate } from '../../api/keys.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { ListPage, ListView } from '../../kit/list-page.tsx';
import { EmptyState } from '../../kit/query-view.tsx';
import { RecordPanel, RecordView, useOpenRecord, useRecordTexts } from '../../kit/record-panel.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { useList, useListSearch } from '../../kit/use-list.ts';
import { useRecordForm } from '../../kit/use-record-form.ts';
import { useToast } from '../../kit/use-toast.ts';
import { NO_PASSWORD } from '../../lib/password.ts';
import { useAccount } from '../../shop/session/account.ts';
import { useDates } from '../../shop/use-dates.ts';
import { useFaultText } from '../../shop/use-fault-text.ts';
import { RightWords, StateWord, useEmployeeColumns } from './columns.tsx';
import { EditEmployee } from './edit-form.tsx';
import classes from './employees.module.css';
import { additionOf, NOBODY } from './form.ts';
import { type Handover, HandoverCard, type HandoverProps, useHandoverWords } from './handover.tsx';
import { LimitFields } from './limit-fields.tsx';
import { OwnerPassword } from './owner-password.tsx';
import { employeeRules, OWN_ERROR_FIELDS, PanelFoot, useEmployee } from './panel.tsx';
import { PasswordFields } from './password-fields.tsx';
import { PersonFields, UsernameField } from './person-fields.tsx';
import { RightsFields } from './rights-fields.tsx';
import { employeeOrdering, employeesSearch, type OpenRecord } from './search.ts';

/** The employees, with the open one at the side. */
export const Employees = () => {
  const { t } = useTranslation('employees');
  const { search, setSearch, changeSearch } = useListSearch(employeesSearch);
  const { search: text, ordering } = search;
  const found = useList({
    page: search.page,
    query: (page) => employeesQuery({ search: text, ordering, ...page }),
    changeSearch,
  });
  const columns = useEmployeeColumns();
  return (
    <ListPage
      title={t('places.people')}
      actions={
        <>
          <ActionLogLink />
          {canOperate ? <AddButton opens="new" /> : null}
        </>
      }
      side={<EmployeeSide open={search.open} />}
      open={search.open}
    >
      <OwnerCard />
      <SearchField
        maw="24rem"
        value={text ?? ''}
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        onChange={(typed, options) => changeSearch({ search: typed || undefined, page: undefined }, options)}
      />
      <ListView
        list={found}
        isShort
        rows={6}
        empty={
          <NoEmployees isSearched={text !== undefined} onClear={() => changeSearch({ search: undefined })} />
        }
      >
        {({ results }) => (
          <DataTable
            label={t('table.caption')}
            rows={results}
            columns={columns}
            keyOf={({ id }) => id}
            attributesOf={attributesOf}
            sorting={employeeOrdering.sortingOf(search, setSearch)}
            open={search.open}
            isOld={found.isPlaceholderData}
          />
        )}
      </ListView>
    </ListPage>
  );
};

const attributesOf = ({ is_active }: EmployeeRecord) => ({ isFaded: !is_active });

/** @param opens the key by which the focus returns when the form closes */
const AddButton = ({ opens }: { opens?: 'new' }) => {
  const { t } = useTranslation('employees');
  const open = useOpenRecord();
  return (
    <Act tone="main" icon={IconUserPlus} data-opens={opens} onClick={() => open('new')} text={t('add')} />
  );
};

/** The log of actions has no section of its own. */
const ActionLogLink = () => {
  const { t } = useTranslation('employees');
  return (
    <Button
      variant="default"
      leftSection={<IconHistory size={18} aria-hidden />}
      component={Link}
      to="/settings/people/log"
    >
      {t('places.log')}
    </Button>
  );
};

/** An empty list and an empty search result have different texts. */
const NoEmployees = ({ isSearched, onClear }: { isSearched: boolean; onClear(): void }) => {
  const { t } = useTranslation('employees');
  const action = canOperate ? <AddButton /> : null;
  const clear = <Act onClick={onClear} text={t('nothing.action')} />;
  return isSearched ? (
    <EmptyState isCard icon={IconUsers} title={t('nothing.title')} action={clear}>
      {t('nothing.text')}
    </EmptyState>
  ) : (
    <EmptyState isCard icon={IconUsers} title={t('empty.title')} action={action}>
      {t('empty.text')}
    </EmptyState>
  );
};

/** The open employee; read-only in a browser. */
const EmployeeSide = ({ open }: { open: OpenRecord | undefined }) => {
  // State of the parent: the new employee's form is replaced by the employee, with the password.
  const [handover, setHandover] = useState<Handover>();
  if (handover && handover.id !== open && open !== 'new') setHandover(undefined);
  if (open === undefined) return null;
  if (!canOperate) return typeof open === 'number' ? <ReadEmployee key={open} id={open} /> : null;
  if (open === 'me') return <OwnerPassword />;
  if (open === 'new') return <AddEmployee handover={handover} onHandover={setHandover} />;
  return (
    <EditEmployee
      key={open}
      id={open}
      handover={handover?.id === open ? handover : undefined}
      onHandover={setHandover}
    />
  );
};

/** The owner, and what employees can never do. */
const OwnerCard = () => {
  const { t } = useTranslation('employees');
  const { username } = useAccount();
  const open = useOpenRecord();
  return (
    <Flex
      component="section"
      className="card"
      wrap="wrap"
      align="center"
      rowGap="sm"
      columnGap="md"
      px="md"
      py="sm"
      aria-labelledby="employees-owner"
    >
      <IconShieldCheck size={28} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
      <Box flex="1 1 15rem" miw={0}>
        <Title order={2} size="h5" id="employees-owner">
          {t('owner.title', { name: username })}
        </Title>
        <Hint>{t('owner.text')}</Hint>
      </Box>
      {canOperate ? <Act data-opens="me" onClick={() => open('me')} text={t('owner.password')} /> : null}
    </Flex>
  );
};

const rules = employeeRules(true);

/** Opens the added employee; what was typed meanwhile is the next one, and keeps the form open. */
const AddEmployee = ({ handover, onHandover }: HandoverProps) => {
  const { t } = useTranslation('employees');
  const invalidate = useInvalidate();
  const toast = useToast();
  const open = useOpenRecord();
  const fault = useFaultText();
  const made = useRef<number>(undefined);
  const form = useRecordForm({
    stored: { ...NOBODY, password: NO_PASSWORD },
    rules,
    write: async ({ password: typed = NO_PASSWORD, ...edits }, _stored, isThere) => {
      const addition = additionOf(edits, typed);
      const { username, password } = addition;
      const { id } = await callProgram('employees.add', addition).finally(() => invalidate('employee'));
      toast.success(t('new.done', { name: addition.full_name || username }));
      // Stays away if the user has left the form.
      if (!isThere()) return undefined;
      onHandover(typed.isGenerated ? { id, username, password } : undefined);
      made.current = id;
      return {};
    },
    onDone: () => open(made.current, { isSaved: true }),
  });
  const { shown, faults, failure, edit } = form;
  return (
    <RecordPanel
      open="new"
      label={t('new.label')}
      title={t('new.label')}
      closeLabel={t('panel.close')}
      isDirty={form.isDirty}
      words={useHandoverWords(handover)}
      onSubmit={form.submit}
      foot={
        <PanelFoot failure={failure} isBusy={form.isBusy} ownErrorFields={OWN_ERROR_FIELDS}>
          {t('words.add')}
        </PanelFoot>
      }
    >
      {handover ? <HandoverCard handover={handover} onDone={() => onHandover(undefined)} /> : null}
      <UsernameField form={form} />
      <PersonFields form={form} />
      <RightsFields form={form} />
      <LimitFields form={form} />
      <Box className="ruled" pt="sm">
        <PasswordFields
          password={shown.password}
          onChange={(password) => edit({ password })}
          fault={faults.password}
          refused={fault.refused(failure, 'password')}
          isAnother={false}
        />
      </Box>
    </RecordPanel>
  );
};

/** In a browser that is not the window: the employee's data. */
const ReadEmployee = ({ id }: { id: number }) => (
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
