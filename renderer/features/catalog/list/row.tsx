import { Checkbox } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import list from '../../../ui/list-table.module.css';
import { cut, number, plainCell, plainRow } from '../../../ui/plain-row.ts';
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
    <tr
      {...plainRow(is_archived ? `${list.row} ${classes.archived}` : list.row)}
      data-open={isOpen || undefined}
      onFocus={onFocus}
    >
      <td className={plainCell(classes.check)}>
        <Checkbox
          size="xs"
          tabIndex={isTabStop ? 0 : -1}
          aria-label={t('table.check', { name })}
          checked={isChecked}
          onChange={onCheck}
        />
      </td>
      <td className={plainCell()}>
        <div className={cut(classes.name)} title={name}>
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
        </div>
      </td>
      <Cell className={classes.first} text={article} />
      <Cell className={classes.third} text={String(code)} />
      <Cell className={classes.category} text={category_name} />
      <Cell className={classes.second} text={unit_name} />
      <td className={plainCell(`${number} ${classes.priceCell}`)}>
        <PriceCell product={product} isTabStop={isTabStop} {...price} />
      </td>
    </tr>
  );
};

const Cell = ({ text, className }: { text: string; className: string | undefined }) => (
  <td className={plainCell(className)}>
    <div className={cut(classes.cell)} title={text}>
      {text}
    </div>
  </td>
);
