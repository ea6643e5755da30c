import { NavLink } from '@mantine/core';
import classes from './presets.module.css';

interface PresetsProps<Name extends string> {
  label: string;
  items: readonly { name: Name; label: string }[];
  chosen: Name | undefined;
  onChoose(name: Name): void;
}

/** The most common choices, one click each. */
export const Presets = <Name extends string>({ label, items, chosen, onChoose }: PresetsProps<Name>) => (
  <fieldset className={classes.presets} aria-label={label}>
    {items.map((item) => (
      <NavLink
        key={item.name}
        component="button"
        type="button"
        label={item.label}
        active={item.name === chosen}
        aria-pressed={item.name === chosen}
        py={6}
        onClick={() => onChoose(item.name)}
      />
    ))}
  </fieldset>
);
