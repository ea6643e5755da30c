import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cashRegistersQuery, terminalsQuery } from '../data/queries.ts';
import { FilterButton } from './filter-button.tsx';

export interface TerminalChoice {
  terminal?: number | undefined;
  cash_register?: number | undefined;
}

interface TerminalFilterProps {
  selection: TerminalChoice;
  onChange(selection: TerminalChoice): void;
}

/** Filters by a terminal and one of its registers. */
export const TerminalFilter = (props: TerminalFilterProps) => {
  const { t } = useTranslation();
  return (
    <FilterButton
      name={t('place.terminal')}
      value={useTerminalName(props.selection)}
      onClear={() => props.onChange({ terminal: undefined, cash_register: undefined })}
    >
      {() => <TerminalFilterFields {...props} />}
    </FilterButton>
  );
};

/** A deleted terminal still has invoices, but no name. */
export const useTerminalName = ({ terminal, cash_register }: TerminalChoice): string | undefined => {
  const { t } = useTranslation();
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

const TerminalFilterFields = ({ selection, onChange }: TerminalFilterProps) => {
  const { t } = useTranslation();
  const { data: terminals = [] } = useQuery(terminalsQuery);
  const { data: registers = [] } = useQuery(cashRegistersQuery);
  const within = registers.filter(
    ({ terminal }) => selection.terminal === undefined || terminal === selection.terminal,
  );
  const named = (name: string, isActive: boolean) => (isActive ? name : t('place.off', { name }));

  const chooseTerminal = (value: string | null): void => {
    const terminal = numberOf(value);
    const isItsOwn = registers.some(
      (each) => each.id === selection.cash_register && each.terminal === terminal,
    );
    const cash_register = isItsOwn ? selection.cash_register : undefined;
    onChange({ terminal, cash_register });
  };
  const chooseRegister = (value: string | null): void => {
    const cash_register = numberOf(value);
    const terminal = registers.find(({ id }) => id === cash_register)?.terminal ?? selection.terminal;
    onChange({ terminal, cash_register });
  };
  const inside = { comboboxProps: { withinPortal: false }, clearable: true, w: '16rem' };
  return (
    <Stack gap="sm">
      <Select
        {...inside}
        label={t('place.terminal')}
        placeholder={t('place.anyTerminal')}
        clearButtonProps={{ 'aria-label': t('place.clearTerminal') }}
        value={selection.terminal === undefined ? null : String(selection.terminal)}
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
        value={selection.cash_register === undefined ? null : String(selection.cash_register)}
        onChange={chooseRegister}
        data={within.map(({ id, name, is_active, terminal_name }) => ({
          value: String(id),
          label: named(selection.terminal === undefined ? `${terminal_name} · ${name}` : name, is_active),
        }))}
      />
    </Stack>
  );
};
