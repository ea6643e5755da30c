import { Flex, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, type RefObject, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tile } from '../../../shared/api/product-shop.ts';
import { formatAmount } from '../../../shared/money.ts';
import { Act } from '../../kit/act.tsx';
import { ParkButton } from './carts/park-button.tsx';
import { amountOf, type Faults, sumOf } from './charge-of.ts';
import type { Form, FormAction, Line } from './form.ts';
import { LineRow } from './line-row.tsx';
import classes from './lines-editor.module.css';
import { ProductSearch } from './product-search.tsx';
import { Tiles } from './tiles/tiles.tsx';
import type { ChangedPrice } from './use-changed-prices.ts';

interface LinesEditorProps {
  entry: RefObject<HTMLInputElement | null>;
  form: Form;
  faults: Faults;
  fill(action: FormAction): void;
  /** Only products of the catalog, at their prices. */
  isCatalogOnly: boolean;
  changed: readonly ChangedPrice[];
}

/** The lines of the invoice, computed as the service does. */
export const LinesEditor = ({ entry, form, faults, fill, isCatalogOnly, changed }: LinesEditorProps) => {
  const { t } = useTranslation('charge');
  const { lines } = form;
  const amount = amountOf(form);
  const list = useRef<HTMLUListElement>(null);
  const newest = lines.at(-1);
  const addFree = useCallback((): void => {
    fill({ type: 'addFree' });
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  }, [fill]);
  const add = useCallback((product: Tile): void => fill({ type: 'add', product }), [fill]);
  const toSearch = useCallback((): void => entry.current?.focus(), [entry]);
  // Scrolls a long list to the newest line.
  const count = lines.length;
  useEffect(() => {
    if (count > 0) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [count]);

  return (
    <div className={classes.editor}>
      <Flex wrap="wrap" gap="xs" align="end">
        <div className={classes.search}>
          <ProductSearch
            entry={entry}
            error={faults.lines ? t(`lines.faults.${faults.lines}`) : null}
            onPick={add}
          />
        </div>
        {isCatalogOnly ? null : <AddFree onClick={addFree} />}
      </Flex>
      <div className={classes.parts}>
        <Tiles lines={lines} onPick={add} />
        <div className={classes.cart}>
          {newest === undefined ? (
            <div className={classes.empty}>
              <Text c="dimmed">{t('lines.empty')}</Text>
            </div>
          ) : (
            <>
              <ul ref={list} className={classes.lines} aria-label={t('lines.label')}>
                {lines.map((line) => (
                  <LineRow
                    key={line.key}
                    line={line}
                    faults={faults.line.get(line.key)}
                    fill={fill}
                    isCatalogOnly={isCatalogOnly}
                    priceNow={changed.find(({ key }) => key === line.key)?.now}
                    onDone={toSearch}
                  />
                ))}
              </ul>
              <Total lines={lines} amount={amount} />
              {/* The faulty field itself shows its error. */}
              <ParkButton isDisabled={amount === undefined} fill={fill} />
            </>
          )}
        </div>
      </div>
    </div>
  );
};

const AddFree = memo(({ onClick }: { onClick(): void }) => {
  const { t } = useTranslation('charge');
  return <Act icon={IconPlus} onClick={onClick} flex="none" text={t('lines.addFree')} />;
});

interface TotalProps {
  lines: readonly Line[];
  /** Sum of the lines less the discount on the basket, minor units; undefined while a field is invalid. */
  amount: number | undefined;
}

const Total = ({ lines, amount }: TotalProps) => {
  const { t } = useTranslation('charge');
  const change = amount === undefined ? 0 : amount - (sumOf(lines) ?? amount);
  return (
    <div className={classes.total}>
      <Text c="dimmed">
        {t('lines.count', { count: lines.length })}
        {change === 0 ? null : (
          <Text span inherit className="figures">
            {' · '}
            {t(change < 0 ? 'lines.basketDiscount' : 'lines.basketExtraCharge', {
              amount: formatAmount(change),
            })}
          </Text>
        )}
      </Text>
      <Text fz="1.5rem" fw={650} component="output" className="figures" aria-label={t('lines.total')}>
        {amount === undefined ? '—' : formatAmount(amount)}
      </Text>
    </div>
  );
};
