import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { Terminal } from '../../shared/api/terminals.ts';

interface PickerProps<One> extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'label'> {
  /** Those to choose from. */
  from: readonly One[];
  /** The chosen id; undefined: all, or none. */
  value: number | undefined;
  onChange(id: number | undefined): void;
  /** Whether all of them may be chosen: the field is then empty. */
  hasAll?: boolean;
  /** The option of choosing none. */
  none?: string;
}

interface Pickable {
  id: number;
  is_active: boolean;
}

interface Texts<One> {
  label: string;
  all: string;
  clear: string;
  nameOf(one: One): string;
}

const NONE = 'none';

const usePicker = <One extends Pickable>(props: PickerProps<One>, texts: Texts<One>): SelectProps => {
  const { from, value, onChange, hasAll = false, none, ...select } = props;
  const { label, all, clear, nameOf } = texts;
  const { t } = useTranslation();
  return {
    ...(hasAll ? { placeholder: all, clearable: true, clearButtonProps: { 'aria-label': clear } } : {}),
    allowDeselect: hasAll,
    ...select,
    label,
    value: value === undefined ? (none === undefined ? null : NONE) : String(value),
    onChange: (id) => onChange(id === null || id === NONE ? undefined : Number(id)),
    data: [
      ...(none === undefined ? [] : [{ value: NONE, label: none }]),
      ...from.map((one) => ({
        value: String(one.id),
        label: one.is_active ? nameOf(one) : t('place.off', { name: nameOf(one) }),
      })),
    ],
  };
};

/** Chooses a terminal; a deactivated one is marked. */
export const TerminalPicker = (props: PickerProps<Terminal>) => {
  const { t } = useTranslation();
  const texts = {
    label: t('place.terminal'),
    all: t('place.anyTerminal'),
    clear: t('place.anyTerminal'),
    nameOf: ({ name }: Terminal) => name,
  };
  return <Select {...usePicker(props, texts)} />;
};

interface RegisterPickerProps extends PickerProps<CashRegister> {
  /** Whether the registers are of several terminals, which are then named. */
  hasTerminalNames?: boolean;
}

/** Chooses a QR register. */
export const RegisterPicker = ({ hasTerminalNames = false, ...props }: RegisterPickerProps) => {
  const { t } = useTranslation();
  const texts = {
    label: t('place.register'),
    all: t('place.anyRegister'),
    clear: t('place.anyRegister'),
    nameOf: ({ name, terminal_name }: CashRegister) =>
      hasTerminalNames ? `${terminal_name} · ${name}` : name,
  };
  return <Select {...usePicker(props, texts)} />;
};
