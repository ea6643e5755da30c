import { ActionIcon, Text, TextInput } from '@mantine/core';
import { IconMinus, IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import { Hint } from '../../kit/act.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { type LineField, priceOf, totalOf } from './charge-of.ts';
import type { FormAction, Line } from './form.ts';
import classes from './lines-editor.module.css';

interface LineRowProps {
  line: Line;
  faults: ReadonlySet<LineField> | undefined;
  fill(action: FormAction): void;
  /** No discounts. */
  isCatalogOnly: boolean;
  /** The price of the catalog, where it changed since the seller saw it, minor units. */
  priceNow: number | undefined;
  /** Enter in a field: moves to the product search. */
  onDone(): void;
}

export const LineRow = memo(({ line, faults, fill, isCatalogOnly, priceNow, onDone }: LineRowProps) => {
  const { t } = useTranslation('charge');
  const { key, product, name, quantity, discount } = line;
  const shownName = name.trim() === '' ? t('lines.unnamed') : name;
  const total = totalOf(line);
  const faultId = useId();
  const set = (field: LineField) => ({
    value: String(line[field]),
    error: faults?.has(field) === true,
    'aria-describedby': faults?.has(field) ? faultId : undefined,
    onChange: (event: { currentTarget: { value: string } }) =>
      fill({ type: 'line', key, changes: { [field]: event.currentTarget.value } }),
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.key !== 'Enter') return;
    event.preventDefault();
    onDone();
  };
  const onStep = (event: KeyboardEvent<HTMLElement>): void => {
    onKeyDown(event);
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    fill({ type: 'step', key, by: event.key === 'ArrowUp' ? 1 : -1 });
  };

  return (
    <li className={classes.line}>
      <div className={classes.name}>
        {product === null ? (
          <TextInput
            size="sm"
            label={t('lines.name')}
            placeholder={t('lines.name')}
            {...set('name')}
            onKeyDown={onKeyDown}
          />
        ) : (
          <>
            <Text fw={550} className={classes.words ?? ''}>
              {name}
            </Text>
            <ProductPrice line={line} />
            {priceNow === undefined ? null : (
              <Text size="sm" className={classes.warning ?? ''} data-tone="working">
                {t('lines.priceNow', { price: formatAmount(priceNow) })}
              </Text>
            )}
          </>
        )}
      </div>
      {product === null ? (
        <MoneyInput
          className={classes.price ?? ''}
          size="sm"
          label={t('lines.price')}
          placeholder={t('lines.price')}
          {...set('price')}
          onChange={(price) => fill({ type: 'line', key, changes: { price } })}
          onKeyDown={onKeyDown}
        />
      ) : null}
      <div className={classes.quantity}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('lines.less', { name: shownName })}
          onClick={() => fill({ type: 'step', key, by: -1 })}
        >
          <IconMinus size={16} aria-hidden />
        </ActionIcon>
        <TextInput
          size="sm"
          label={t('lines.quantity')}
          inputMode="decimal"
          {...set('quantity')}
          value={quantity}
          onKeyDown={onStep}
        />
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('lines.more', { name: shownName })}
          onClick={() => fill({ type: 'step', key, by: 1 })}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      </div>
      {isCatalogOnly && discount === '' ? null : (
        <TextInput
          className={classes.discount ?? ''}
          size="sm"
          label={t('lines.discount')}
          inputMode="decimal"
          placeholder="0"
          {...set('discount')}
          value={discount}
          onKeyDown={onKeyDown}
        />
      )}
      <Text className={`figures ${classes.sum}`} fw={600}>
        {total === undefined ? '—' : formatAmount(Number(total))}
      </Text>
      <ActionIcon
        className={classes.remove ?? ''}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('lines.remove', { name: shownName })}
        onClick={() => {
          fill({ type: 'remove', key });
          onDone();
        }}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
      {faults ? (
        <Text id={faultId} size="sm" className={classes.fault ?? ''}>
          {[...faults].map((field) => t(`lines.fieldFaults.${field}`)).join(' ')}
        </Text>
      ) : null}
    </li>
  );
});

const ProductPrice = ({ line }: { line: Line }) => {
  const { t } = useTranslation('charge');
  const price = priceOf(line) ?? 0;
  if (price === 0)
    return (
      <Text size="sm" c="var(--tone)" data-tone="working">
        {t('lines.noPrice')}
      </Text>
    );
  return (
    <Hint className="figures">
      {line.unit === ''
        ? formatAmount(price)
        : t('lines.perUnit', { price: formatAmount(price), unit: line.unit })}
    </Hint>
  );
};
