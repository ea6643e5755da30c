import { Box, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ClosureSums } from '../../../../shared/api/closures.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { Hint } from '../../../kit/act.tsx';
import { useShopFacts } from '../../../shop/use-shop-facts.ts';
import classes from './closing.module.css';

interface ClosingFiguresProps {
  sums: ClosureSums;
  /** Of a month, what enters the income book: takings less refunds. */
  isMonth?: boolean;
}

/** What a day or a month came to, by QR and in cash. */
export const ClosingFigures = ({ sums, isMonth = false }: ClosingFiguresProps) => {
  const { t } = useTranslation('closing');
  const hasCash = useShopFacts().cash || sums.sale_count + sums.refund_count > 0;
  const refunds = sums.qr_refunds + sums.refunds;
  const sales = sums.qr_count + sums.sale_count - sums.part_count;
  const apart = (['discounts', 'rounding'] as const)
    .filter((name) => sums[name] !== 0)
    .map((name) => t(`figures.${name}`, { sum: formatAmount(sums[name]) }));
  return (
    <Box className={`card figures ${classes.figures}`} __vars={{ '--others': hasCash ? '3' : '2' }}>
      <Figure
        isMain
        label={t(isMonth ? 'figures.income' : 'figures.takings')}
        sum={isMonth ? sums.takings - refunds : sums.takings}
        text={isMonth ? t('figures.inBook') : t('words.sales', { count: sales })}
      />
      <Figure label="QR" sum={sums.qr} text={t('words.payments', { count: sums.qr_count })} />
      {hasCash ? (
        <Figure
          label={t('figures.cash')}
          sum={sums.sales}
          text={t('words.sales', { count: sums.sale_count })}
        />
      ) : null}
      <Figure
        label={t('figures.refunds')}
        sum={-refunds}
        text={t('figures.refundCount', { count: sums.qr_refund_count + sums.refund_count })}
      />
      {apart.length === 0 ? null : (
        <Text c="dimmed" size="sm" className={classes.apart}>
          {apart.join(' · ')}
        </Text>
      )}
    </Box>
  );
};

const Figure = ({
  label,
  sum,
  text,
  isMain = false,
}: {
  label: string;
  sum: number;
  text: string;
  isMain?: boolean;
}) => (
  <div>
    <Hint>{label}</Hint>
    <Text
      className="one-line"
      {...(isMain
        ? { fz: { base: '1.25rem', sm: '1.5rem' }, lh: '2rem' }
        : { fz: '1.125rem', lh: '1.75rem' })}
      fw={650}
    >
      {formatAmount(sum)}
    </Text>
    <Hint>{text}</Hint>
  </div>
);
