import { Box, Button, Group, Text } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tile } from '../../../shared/api/product-shop.ts';
import { tilesQuery } from '../../api/queries.ts';
import { useAccount } from '../../shop/session/account.ts';
import { AmountPad } from './amount-pad.tsx';
import classes from './charge.module.css';
import type { Faults } from './charge-of.ts';
import type { Form, FormAction } from './form.ts';
import { ProductSearch } from './product-search.tsx';
import { TabRow, TileGrid, useTab } from './tiles/tiles.tsx';

/** What stands beside the cart: products, or the pad where the catalog has none. */
export const useShownMode = (form: Form, isCatalogOnly: boolean): 'amount' | 'lines' => {
  const { data } = useQuery(tilesQuery({ page_size: 1 }));
  if (isCatalogOnly) return 'lines';
  if (form.mode !== 'auto') return form.mode;
  return data?.count === 0 ? 'amount' : 'lines';
};

interface GoodsProps {
  mode: 'amount' | 'lines';
  form: Form;
  faults: Faults;
  display: RefObject<HTMLInputElement | null>;
  search: RefObject<HTMLInputElement | null>;
  fill(action: FormAction): void;
  onPick(product: Tile): void;
  waitFor(work: () => Promise<boolean>): void;
  /** What became of the last scan. */
  notice: ReactNode;
}

/** The left card: tiles and their search, or the pad. */
export const Goods = ({ mode, form, faults, display, search, fill, onPick, waitFor, notice }: GoodsProps) => (
  <section className={`card ${classes.goods}`} data-mode={mode}>
    {mode === 'amount' ? (
      <AmountPad
        entry={display}
        value={form.amount}
        fault={faults.amount}
        isAdded={form.lines.length > 0}
        fill={fill}
      />
    ) : (
      <Products search={search} lines={form.lines} onPick={onPick} waitFor={waitFor} />
    )}
    <Box pos="absolute" inset="auto 12px 12px" style={{ zIndex: 2 }}>
      {notice}
    </Box>
  </section>
);

interface ProductsProps extends Pick<GoodsProps, 'search' | 'onPick' | 'waitFor'>, Pick<Form, 'lines'> {}

const Products = memo(({ search, lines, onPick, waitFor }: ProductsProps) => {
  const tabs = useTab();
  const { data } = useQuery(tilesQuery({ page_size: 1 }));
  if (data?.count === 0) return <NoProducts />;
  return (
    <>
      <div className={classes.filter}>
        <Box flex="0 0 clamp(190px, 17vw, 220px)">
          <ProductSearch entry={search} onPick={onPick} waitFor={waitFor} />
        </Box>
        <TabRow {...tabs} />
      </div>
      <TileGrid key={tabs.tab} tab={tabs.tab} panel={tabs.panel} lines={lines} onPick={onPick} />
    </>
  );
});

const PRODUCTS = { to: '/catalog/$part', params: { part: 'products' } } as const;

const NoProducts = () => {
  const { t } = useTranslation('charge');
  const { catalog_read_only: mayNotAdd } = useAccount();
  return (
    <div className={classes.empty}>
      <div>
        <IconPackage size={40} stroke={1.4} aria-hidden />
        <Text maw="26rem">{t(mayNotAdd ? 'goods.noneForOthers' : 'goods.none')}</Text>
        {mayNotAdd ? null : (
          <Group justify="center" mt="sm">
            <Button renderRoot={(props) => <Link {...props} {...PRODUCTS} search={{ open: 'new' }} />}>
              {t('scan.add')}
            </Button>
            <Button
              variant="default"
              renderRoot={(props) => <Link {...props} {...PRODUCTS} search={{ import: true }} />}
            >
              {t('goods.import')}
            </Button>
          </Group>
        )}
      </div>
    </div>
  );
};
