import { Checkbox, Table, Text } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import list from '../../../ui/list-table.module.css';
import { moveRowFocus } from '../../../ui/row-focus.ts';
import classes from './list.module.css';
import { PriceCell } from './price-cell.tsx';

interface ProductRowProps {
  product: Product;
  isChecked: boolean;
  onCheck(): void;
  isOpen: boolean;
  isTabStop: boolean;
  onFocus(): void;
  price: Omit<ComponentProps<typeof PriceCell>, 'product' | 'isTabStop'>;
}

export const ProductRow = ({
  product,
  isChecked,
  onCheck,
  isOpen,
  isTabStop,
  onFocus,
  price,
}: ProductRowProps) => {
  const { t } = useTranslation('catalog');
  const { id, name, article, code, category_name, unit_name, is_archived } = product;
  return (
    <Table.Tr
      className={is_archived ? `${list.row} ${classes.archived}` : list.row}
      data-open={isOpen || undefined}
      onFocus={onFocus}
    >
      <Table.Td className={classes.check}>
        <Checkbox
          size="xs"
          tabIndex={isTabStop ? 0 : -1}
          aria-label={t('table.check', { name })}
          checked={isChecked}
          onChange={onCheck}
        />
      </Table.Td>
      <Table.Td>
        <Text inherit truncate title={name} className={classes.name}>
          <Link
            to="/catalog/$part"
            params={{ part: 'products' }}
            search={(search) => ({ ...search, open: id })}
            resetScroll={false}
            preload={false}
            className={list.link}
            tabIndex={isTabStop ? 0 : -1}
            data-row
            data-opens={id}
            onKeyDown={moveRowFocus}
          >
            {name}
          </Link>
          {is_archived ? (
            <span className={classes.badge} data-tone="over">
              <IconArchive size={12} aria-hidden />
              {t('table.archived')}
            </span>
          ) : null}
        </Text>
      </Table.Td>
      <Cell className={classes.first} text={article} />
      <Cell className={classes.third} text={String(code)} />
      <Cell className={classes.category} text={category_name} />
      <Cell className={classes.second} text={unit_name} />
      <Table.Td ta="end" className={classes.priceCell}>
        <PriceCell product={product} isTabStop={isTabStop} {...price} />
      </Table.Td>
    </Table.Tr>
  );
};

const Cell = ({ text, className }: { text: string; className: string | undefined }) => (
  <Table.Td className={className}>
    <Text inherit truncate title={text} className={classes.cell}>
      {text}
    </Text>
  </Table.Td>
);
