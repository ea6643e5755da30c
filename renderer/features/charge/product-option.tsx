import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../shared/api/catalog.ts';
import { Money } from '../../ui/money.tsx';
import classes from './product-search.module.css';

export const ProductOption = ({ product }: { product: Product }) => {
  const { t } = useTranslation('charge');
  const { name, price, article, external_code, unit_name } = product;
  const codes = [article, external_code].filter((code) => code !== '').join(' · ');
  return (
    <span className={classes.product}>
      <span className={classes.name}>
        {name}
        {codes === '' ? null : (
          <Text span size="xs" c="dimmed">
            {codes}
          </Text>
        )}
      </span>
      <span className={classes.price}>
        {price === 0 ? t('search.noPrice') : <Money minor={price} />}
        {unit_name === '' ? null : (
          <Text span size="xs" c="dimmed">
            {' '}
            / {unit_name}
          </Text>
        )}
      </span>
    </span>
  );
};
