import { Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Invoice, InvoiceItem } from '../../../../shared/api/invoices.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { formatDecimal } from '../../../lib/invoices.ts';
import { Money } from '../../../ui/money.tsx';
import classes from './details-view.module.css';

export const Lines = ({ invoice }: { invoice: Invoice }) => {
  const { t } = useTranslation('invoices');
  return (
    <Stack gap={4}>
      <Title order={3} size="h5">
        {t('details.lines')}
      </Title>
      <Table className={classes.lines} verticalSpacing={4} horizontalSpacing={0} highlightOnHover={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('details.lineName')}</Table.Th>
            <Table.Th ta="end">{t('details.lineSum')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invoice.items.map((item) => (
            <Table.Tr key={item.id}>
              <Table.Td>
                {item.name}
                <Text size="xs" c="dimmed" className="figures">
                  <LinePrice item={item} />
                </Text>
              </Table.Td>
              <Table.Td ta="end">
                <Money minor={item.amount} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
};

/** `1,5 кг × 340,00 ₴, знижка 10 %` */
const LinePrice = ({ item }: { item: InvoiceItem }) => {
  const { t } = useTranslation('invoices');
  const quantity = [formatDecimal(item.quantity), item.unit].filter(Boolean).join('\u00a0');
  const price = `${quantity} × ${formatAmount(item.price)}`;
  if (item.discount_pct === 0) return price;
  return `${price}, ${t('details.discount', { percent: formatDecimal(item.discount_pct) })}`;
};
