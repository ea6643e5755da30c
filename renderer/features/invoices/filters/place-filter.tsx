import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cashRegistersQuery, terminalsQuery } from '../../../api/queries.ts';
import { withFilter, withoutGroups } from '../search.ts';
import type { FilterProps } from './filter-bar.tsx';
import { FilterButton } from './filter-button.tsx';

/** A terminal, and one of its registers. */
export const PlaceFilter = (props: FilterProps) => {
  const { t } = useTranslation('invoices');
  const { search, onChange } = props;
  return (
    <FilterButton
      name={t('filters.place')}
      value={usePlaceName(props)}
      onClear={() => onChange(withoutGroups(search, ['place']))}
    >
      {() => <PlaceFields {...props} />}
    </FilterButton>
  );
};

/** A terminal that was deleted still has its invoices, but no name to be found here. */
const usePlaceName = ({ search: { terminal, cash_register } }: FilterProps): string | undefined => {
  const { t } = useTranslation('invoices');
  const { data: terminals = [] } = useQuery(terminalsQuery);
  const { data: registers = [] } = useQuery(cashRegistersQuery);
  const register =
    cash_register === undefined
      ? undefined
      : (registers.find(({ id }) => id === cash_register)?.name ??
        t('place.unknownRegister', { id: cash_register }));
  const name =
    terminal === undefined
      ? undefined
      : (terminals.find(({ id }) => id === terminal)?.name ?? t('place.unknownTerminal', { id: terminal }));
  return [name, register].filter((part) => part !== undefined).join(' · ') || undefined;
};

const numberOf = (value: string | null): number | undefined => (value === null ? undefined : Number(value));

const PlaceFields = ({ search, onChange }: FilterProps) => {
  const { t } = useTranslation('invoices');
  const { data: terminals = [] } = useQuery(terminalsQuery);
  const { data: registers = [] } = useQuery(cashRegistersQuery);
  const within = registers.filter(
    ({ terminal }) => search.terminal === undefined || terminal === search.terminal,
  );
  const named = (name: string, isActive: boolean) => (isActive ? name : t('place.off', { name }));

  const chooseTerminal = (value: string | null): void => {
    const terminal = numberOf(value);
    const isItsOwn = registers.some((each) => each.id === search.cash_register && each.terminal === terminal);
    const cash_register = isItsOwn ? search.cash_register : undefined;
    onChange(withFilter(search, { terminal, cash_register }));
  };
  const chooseRegister = (value: string | null): void => {
    const cash_register = numberOf(value);
    const terminal = registers.find(({ id }) => id === cash_register)?.terminal ?? search.terminal;
    onChange(withFilter(search, { terminal, cash_register }));
  };
  const inside = { comboboxProps: { withinPortal: false }, clearable: true, w: '16rem' };
  return (
    <Stack gap="sm">
      <Select
        {...inside}
        label={t('place.terminal')}
        placeholder={t('place.anyTerminal')}
        clearButtonProps={{ 'aria-label': t('place.clearTerminal') }}
        value={search.terminal === undefined ? null : String(search.terminal)}
        onChange={chooseTerminal}
        data={terminals.map(({ id, name, is_active }) => ({
          value: String(id),
          label: named(name, is_active),
        }))}
      />
      <Select
        {...inside}
        label={t('place.register')}
        placeholder={t('place.anyRegister')}
        clearButtonProps={{ 'aria-label': t('place.clearRegister') }}
        value={search.cash_register === undefined ? null : String(search.cash_register)}
        onChange={chooseRegister}
        data={within.map(({ id, name, is_active, terminal_name }) => ({
          value: String(id),
          label: named(search.terminal === undefined ? `${terminal_name} · ${name}` : name, is_active),
        }))}
      />
    </Stack>
  );
};
