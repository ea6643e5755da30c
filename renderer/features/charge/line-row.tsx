import { ActionIcon, Flex, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconMinus, IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import { Fault, Hint } from '../../kit/act.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { isEnter } from '../../shop/session/hotkeys.ts';
import classes from './charge.module.css';
import { type LineField, priceOf, totalOf } from './charge-of.ts';
import type { FormAction, Line } from './form.ts';

interface LineRowProps {
  line: Line;
  faults: ReadonlySet<LineField> | undefined;
  fill(action: FormAction): void;
  /** No discounts. */
  isCatalogOnly: boolean;
  /** The price of the catalog, where it changed since the seller saw it, minor units. */
  priceNow: number | undefined;
  /** It was just scanned. */
  isNew: boolean;
}

/** One line of the cart: ↑ ↓ go to another, + − and digits change the quantity, Delete removes it. */
export const LineRow = memo(({ line, faults, fill, isCatalogOnly, priceNow, isNew }: LineRowProps) => {
  const { t } = useTranslation('charge');
  const { key, product, name, quantity, discount } = line;
  const [isOpen, setOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const shownName = name.trim() === '' ? t('lines.unnamed') : name;
  const total = totalOf(line);
  const faultId = useId();
  const isEditable = product === null || !isCatalogOnly || discount !== '';
  useEffect(() => {
    if (isNew) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew]);

  const set = (field: LineField) => ({
    value: String(line[field]),
    error: faults?.has(field) === true,
    'aria-describedby': faults?.has(field) ? faultId : undefined,
    onChange: (event: { currentTarget: { value: string } }) =>
      fill({ type: 'line', key, changes: { [field]: event.currentTarget.value } }),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (!isEnter(event)) return;
      event.preventDefault();
      event.currentTarget.blur();
    },
  });
  const remove = (): void => {
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    next?.querySelector<HTMLElement>('[data-quantity]')?.focus();
    fill({ type: 'remove', key });
  };
  const onQuantityKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { currentTarget: field } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isWhole = field.selectionStart === 0 && field.selectionEnd === field.value.length;
    const acts: Record<string, () => void> = {
      ArrowUp: () => focusLine(row.current?.previousElementSibling),
      ArrowDown: () => focusLine(row.current?.nextElementSibling),
      '+': () => fill({ type: 'step', key, by: 1 }),
      '-': () => fill({ type: 'step', key, by: -1 }),
      Enter: () => field.blur(),
      ...(isWhole ? { Delete: remove } : {}),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <li ref={row} className={classes.line} data-new={isNew}>
      <div>
        {isEditable ? (
          <UnstyledButton
            className={classes.name ?? ''}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {shownName}
          </UnstyledButton>
        ) : (
          <span className={classes.name}>{name}</span>
        )}
        <UnitPrice line={line} />
        {priceNow === undefined ? null : (
          <Text size="xs" c="var(--tone)" data-tone="working">
            {t('lines.priceNow', { price: formatAmount(priceNow) })}
          </Text>
        )}
      </div>
      <div className={`card ${classes.step}`} data-fault={faults?.has('quantity') === true}>
        <UnstyledButton
          aria-label={t('words.decrease', { name: shownName })}
          onClick={() => fill({ type: 'step', key, by: -1 })}
        >
          <IconMinus size={16} aria-hidden />
        </UnstyledButton>
        <input
          data-quantity
          aria-label={t('words.quantity')}
          aria-invalid={faults?.has('quantity') === true}
          aria-describedby={faults?.has('quantity') ? faultId : undefined}
          inputMode="decimal"
          autoComplete="off"
          value={quantity}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => fill({ type: 'line', key, changes: { quantity: event.currentTarget.value } })}
          onKeyDown={onQuantityKey}
        />
        <UnstyledButton
          aria-label={t('words.increase', { name: shownName })}
          onClick={() => fill({ type: 'step', key, by: 1 })}
        >
          <IconPlus size={16} aria-hidden />
        </UnstyledButton>
      </div>
      <span className={`figures ${classes.sum}`}>
        {total === undefined ? '—' : formatAmount(Number(total)).replace(/\u00a0₴$/u, '')}
      </span>
      <ActionIcon
        className={classes.remove ?? ''}
        variant="subtle"
        color="gray"
        size={16}
        h={40}
        aria-label={t('lines.remove', { name: shownName })}
        onClick={remove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
      {isOpen || faults ? (
        <Flex gap={8} align="end" style={{ gridColumn: '1 / -1' }}>
          {product === null ? (
            <>
              <TextInput flex={1} size="xs" label={t('words.name')} {...set('name')} />
              <MoneyInput
                w={88}
                size="xs"
                label={t('lines.price')}
                {...set('price')}
                onChange={(price) => fill({ type: 'line', key, changes: { price } })}
              />
            </>
          ) : null}
          {isCatalogOnly && discount === '' ? null : (
            <TextInput
              w={88}
              size="xs"
              label={t('lines.discount')}
              inputMode="decimal"
              placeholder="0"
              {...set('discount')}
            />
          )}
        </Flex>
      ) : null}
      {faults ? (
        <Fault id={faultId} style={{ gridColumn: '1 / -1' }}>
          {[...faults].map((field) => t(`lines.fieldFaults.${field}`)).join(' ')}
        </Fault>
      ) : null}
    </li>
  );
});

const focusLine = (line: Element | null | undefined): void =>
  line?.querySelector<HTMLElement>('[data-quantity]')?.focus();

const UnitPrice = ({ line }: { line: Line }) => {
  const { t } = useTranslation('charge');
  const price = priceOf(line) ?? 0;
  if (price === 0)
    return (
      <Text size="xs" c="var(--tone)" data-tone="working">
        {t('lines.noPrice')}
      </Text>
    );
  const shown =
    line.unit === ''
      ? formatAmount(price)
      : t('lines.perUnit', { price: formatAmount(price), unit: line.unit });
  return (
    <Hint size="xs" className="figures">
      {line.discount === '' ? shown : t('lines.lessDiscount', { price: shown, discount: line.discount })}
    </Hint>
  );
};
