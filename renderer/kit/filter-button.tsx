import { ActionIcon, Button, Group, Popover, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './filter-button.module.css';

interface FilterButtonProps {
  name: string;
  /** The current value, in words; undefined: not set. */
  value: string | undefined;
  /** Absent: the filter always has a value. */
  onClear?: () => void;
  /** The form of the filter. */
  children(close: () => void): ReactNode;
}

/** A filter whose form opens under its button; the button shows and clears the value. */
export const FilterButton = ({ name, value, onClear, children }: FilterButtonProps) => {
  const { t } = useTranslation();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const isSet = value !== undefined;
  const variant = isSet && onClear ? 'light' : 'default';
  return (
    <Group gap={1} wrap="nowrap">
      <Popover
        opened={isOpen}
        onDismiss={close}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        withRoles
      >
        <Popover.Target>
          <Button
            variant={variant}
            px={10}
            fw={isSet ? 600 : 500}
            title={isSet ? value : undefined}
            aria-label={isSet ? `${name}: ${value}` : undefined}
            rightSection={isSet && onClear ? null : <IconChevronDown size={16} aria-hidden />}
            onClick={toggle}
          >
            <Text span inherit truncate className={classes.value}>
              {value ?? name}
            </Text>
          </Button>
        </Popover.Target>
        <Popover.Dropdown>{children(close)}</Popover.Dropdown>
      </Popover>
      {isSet && onClear ? (
        <ActionIcon
          variant={variant}
          size={36}
          w={28}
          aria-label={t('clearFilter', { name })}
          onClick={() => {
            close();
            onClear();
          }}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      ) : null}
    </Group>
  );
};
