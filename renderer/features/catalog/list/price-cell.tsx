import { Box, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { MoneyInput } from '../../../kit/money-input.tsx';
import { type AmountFault, parsePrice, typedPrice } from '../../../lib/money.ts';
import classes from './list.module.css';

interface PriceCellProps {
  product: Product;
  /** The edited price that is not known to be stored, minor units. */
  pending: { minor: number; state: 'saving' | 'failed' } | undefined;
  isEditing: boolean;
  isTabStop: boolean;
  onEdit(): void;
  /** @param minor undefined: unchanged @param next whether to edit the next row's price */
  onEnd(minor: number | undefined, next: boolean): void;
  /** The input would be lost. */
  onDirty(isDirty: boolean): void;
}

/** Prices change most, so they are edited in the list. */
export const PriceCell = ({ isEditing, ...props }: PriceCellProps) => {
  const wasEditing = useRef(isEditing);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Only if nothing else has taken the focus.
    if (wasEditing.current && !isEditing && document.activeElement === document.body) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return isEditing ? <Editor {...props} /> : <Shown {...props} button={button} />;
};

const Shown = ({
  product,
  pending,
  isTabStop,
  onEdit,
  button,
}: Omit<PriceCellProps, 'isEditing'> & { button: RefObject<HTMLButtonElement | null> }) => {
  const { t } = useTranslation('catalog');
  const minor = pending?.minor ?? product.price;
  const shown = minor === 0 ? t('words.noPrice') : formatAmount(minor);
  const label = t(pending?.state === 'failed' ? 'prices.failed' : 'prices.edit', {
    name: product.name,
    price: shown,
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'F2') {
      movePriceFocus(event);
      return;
    }
    // Edits the cell, as in spreadsheets; elsewhere F2 opens Charge.
    event.preventDefault();
    event.stopPropagation();
    onEdit();
  };
  return (
    <UnstyledButton
      ref={button}
      className={`in-place ${classes.price}`}
      {...(minor === 0 && !pending && { fw: 400, c: 'dimmed' })}
      data-state={pending?.state}
      data-price
      tabIndex={isTabStop ? 0 : -1}
      aria-label={label}
      title={label}
      onClick={onEdit}
      onKeyDown={onKeyDown}
    >
      {shown}
    </UnstyledButton>
  );
};

const Editor = ({
  product,
  pending,
  onEnd,
  onDirty,
}: Omit<PriceCellProps, 'isEditing' | 'isTabStop' | 'onEdit'>) => {
  const { t } = useTranslation('catalog');
  const [first] = useState(() => typedPrice(pending?.minor ?? product.price));
  const [typed, setTyped] = useState(first);
  const [fault, setFault] = useState<AmountFault>();
  const isOver = useRef(false);
  useEffect(() => {
    onDirty(typed !== first);
    return () => onDirty(false);
  }, [typed, first, onDirty]);

  const end = (next: boolean): void => {
    if (isOver.current) return;
    const parsed = parsePrice(typed);
    if (parsed.fault) {
      setFault(parsed.fault);
      return;
    }
    isOver.current = true;
    onEnd(typed === first && pending?.state !== 'failed' ? undefined : parsed.minor, next);
  };
  const leave = (): void => {
    isOver.current = true;
    onEnd(undefined, false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      end(true);
    }
    if (event.key !== 'Escape') return;
    // Keeps the side panel from closing as well.
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
  return (
    <Box pos="relative" w="7.5rem" ms="auto" style={{ zIndex: 3 }}>
      <MoneyInput
        autoFocus
        size="xs"
        // A table's cell does not grow: the text floats below it.
        classNames={{ input: classes.editorInput ?? '', error: classes.editorFault ?? '' }}
        errorProps={{ role: 'alert' }}
        aria-label={t('prices.field', { name: product.name })}
        fault={fault}
        value={typed}
        isSelectedOnFocus
        onChange={(next) => {
          setTyped(next);
          setFault(undefined);
        }}
        onBlur={() => end(false)}
        onKeyDown={onKeyDown}
      />
    </Box>
  );
};

/** The arrows move between prices, as they move between rows (kit/row-focus.ts). */
const movePriceFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const prices = [
    ...(event.currentTarget.closest('tbody')?.querySelectorAll<HTMLElement>('[data-price]') ?? []),
  ];
  prices[prices.indexOf(event.currentTarget) + step]?.focus();
};
