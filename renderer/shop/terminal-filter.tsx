import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cashRegistersQuery, terminalsQuery } from '../api/queries.ts';
import { FilterButton } from '../kit/filter-button.tsx';
import { RegisterPicker, TerminalPicker } from './terminal-picker.tsx';

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

const TerminalFilterFields = ({ selection, onChange }: TerminalFilterProps) => {
  const { data: terminals = [] } = useQuery(terminalsQuery);
  const { data: registers = [] } = useQuery(cashRegistersQuery);
  const within = registers.filter(
    ({ terminal }) => selection.terminal === undefined || terminal === selection.terminal,
  );
  const chooseTerminal = (terminal: number | undefined): void => {
    const isItsOwn = registers.some(
      (each) => each.id === selection.cash_register && each.terminal === terminal,
    );
    onChange({ terminal, cash_register: isItsOwn ? selection.cash_register : undefined });
  };
  const chooseRegister = (cash_register: number | undefined): void => {
    const terminal = registers.find(({ id }) => id === cash_register)?.terminal ?? selection.terminal;
    onChange({ terminal, cash_register });
  };
  const inside = { comboboxProps: { withinPortal: false }, hasAll: true, w: '16rem' };
  return (
    <Stack gap="sm">
      <TerminalPicker {...inside} from={terminals} value={selection.terminal} onChange={chooseTerminal} />
      <RegisterPicker
        {...inside}
        from={within}
        hasTerminalNames={selection.terminal === undefined}
        value={selection.cash_register}
        onChange={chooseRegister}
      />
    </Stack>
  );
};
