import { Group, Radio, Stack } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { actionName, GROUP_WORDS, OBJECT_WORDS, SOURCE_WORDS } from '../../../shared/action-words.ts';
import { ACTION_GROUPS, ACTION_SOURCES } from '../../../shared/actions.ts';
import { employeesQuery } from '../../api/employees.ts';
import { Act } from '../../kit/act.tsx';
import { FilterButton } from '../../kit/filter-button.tsx';
import { PERIODS } from '../../lib/periods.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { dayOf } from '../../lib/zone.ts';
import { PeriodPicker, useDaysText } from '../../shop/period-picker.tsx';
import { useAccount } from '../../shop/session/account.ts';
import { useDates } from '../../shop/use-dates.ts';
import { countFilters, daysOf, type FilterProps, NO_FILTERS } from './search.ts';

/** Who, what, by which way and when; each filter shows and clears its value. */
export const ActionFilters = (props: FilterProps) => {
  const { t } = useTranslation('actions');
  const { search, onChange } = props;
  return (
    <search aria-label={t('filters.label')}>
      <Group gap={6}>
        <PeriodFilter {...props} />
        <WhoFilter {...props} />
        <GroupFilter {...props} />
        <SourceFilter {...props} />
        <ObjectFilter {...props} />
        {countFilters(search) > 0 ? (
          <Act
            tone="quiet"
            icon={IconFilterOff}
            px="xs"
            onClick={() => onChange(NO_FILTERS)}
            text={t('words.clearFilters')}
          />
        ) : null}
      </Group>
    </search>
  );
};

const PeriodFilter = ({ search, onChange }: FilterProps) => {
  const { t } = useTranslation('actions');
  const { timeZone } = useDates();
  const daysText = useDaysText();
  const { period } = search;
  const days = daysOf(search, dayOf(Date.now(), timeZone));
  const text = period === undefined ? days && daysText(days) : t(`period.${period}`);
  const none = { period: undefined, from: undefined, to: undefined };
  return (
    <FilterButton name={t('words.period')} value={text} onClear={() => onChange(none)}>
      {(close) => (
        <PeriodPicker
          presets={PERIODS.map((name) => ({ name, label: t(`period.${name}`) }))}
          chosen={period}
          onPreset={(name) => {
            onChange({ ...none, period: name });
            close();
          }}
          from={days?.from ?? null}
          to={days?.to ?? null}
          onDays={({ from, to }) => {
            onChange({ ...none, from, to });
            close();
          }}
        />
      )}
    </FilterButton>
  );
};

interface ChoicesProps {
  name: string;
  choices: readonly { value: string; label: string }[];
  /** undefined: all. */
  chosen: string | undefined;
  /** Where the choice is not among the choices: a key, which the list of employees does not hold. */
  otherLabel?: string;
  onChoose(value: string | undefined): void;
}

const ChoiceFilter = ({ name, choices, chosen, otherLabel, onChoose }: ChoicesProps) => {
  const { t } = useTranslation('actions');
  const label = choices.find(({ value }) => value === chosen)?.label ?? otherLabel;
  return (
    <FilterButton
      name={name}
      value={chosen === undefined ? undefined : (label ?? chosen)}
      onClear={() => onChoose(undefined)}
    >
      {(close) => (
        <Radio.Group
          label={name}
          value={chosen ?? ''}
          onChange={(value) => {
            onChoose(value === '' ? undefined : value);
            close();
          }}
        >
          <Stack gap="xs" mt="xs" mah="50vh" style={{ overflowY: 'auto' }}>
            {[{ value: '', label: t('words.all') }, ...choices].map((choice) => (
              <Radio key={choice.value} value={choice.value} label={choice.label} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FilterButton>
  );
};

/** The interface's largest page holds more people than a shop has. */
const EVERYBODY = { page_size: 200 };

const WhoFilter = ({ search, onChange }: FilterProps) => {
  const { t } = useTranslation('actions');
  const owner = useAccount();
  const { data: employees } = useQuery(employeesQuery(EVERYBODY));
  const people = [owner, ...(employees?.results ?? [])];
  return (
    <ChoiceFilter
      name={t('words.who')}
      choices={people.map(({ id, full_name, username }) => ({
        value: String(id),
        label: full_name || username,
      }))}
      chosen={search.who === undefined ? undefined : String(search.who)}
      otherLabel={t('filters.oneKey')}
      onChoose={(id) => onChange({ who: id === undefined ? undefined : Number(id) })}
    />
  );
};

const GroupFilter = ({ search, onChange }: FilterProps) => {
  const { t } = useTranslation('actions');
  const { language } = usePreferences();
  const { group, code } = search;
  return (
    <ChoiceFilter
      name={t('table.action')}
      choices={ACTION_GROUPS.map((value) => ({ value, label: GROUP_WORDS[value][language] }))}
      chosen={group ?? code}
      {...(code === undefined ? {} : { otherLabel: actionName(code, language) })}
      onChoose={(value) => onChange({ group: ACTION_GROUPS.find((each) => each === value), code: undefined })}
    />
  );
};

const SourceFilter = ({ search, onChange }: FilterProps) => {
  const { t } = useTranslation('actions');
  const { language } = usePreferences();
  return (
    <ChoiceFilter
      name={t('filters.source')}
      choices={ACTION_SOURCES.map((value) => ({ value, label: SOURCE_WORDS[value][language] }))}
      chosen={search.source}
      onChoose={(value) => onChange({ source: ACTION_SOURCES.find((each) => each === value) })}
    />
  );
};

/** Set by a row alone: all actions about its object. */
const ObjectFilter = ({ search: { object, object_id }, onChange }: FilterProps) => {
  const { language } = usePreferences();
  if (object === undefined) return null;
  const label = OBJECT_WORDS[object][language];
  return (
    <FilterButton
      name={label}
      value={object_id === undefined ? label : `${label} ${object_id}`}
      onClear={() => onChange({ object: undefined, object_id: undefined })}
    >
      {() => label}
    </FilterButton>
  );
};
