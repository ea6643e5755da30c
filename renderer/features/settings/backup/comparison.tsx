import { List, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../kit/use-now.ts';
import { useDates } from '../../../shop/use-dates.ts';

const MEANS = ['payments', 'else', 'passwords', 'kept'] as const;
const CHECK_INTERVAL_MS = 60_000;

interface ComparisonProps {
  /** The backup's time. */
  moment: string;
  /** The number of invoices in the backup. */
  invoicesThen: number;
  invoicesNow: number;
}

/** Compares the backup with the current data, and says what restoring means. */
export const Comparison = ({ moment, invoicesThen, invoicesNow }: ComparisonProps) => {
  const { t } = useTranslation('backups');
  const dates = useDates();
  const now = useNow(CHECK_INTERVAL_MS);
  const fewer = invoicesNow - invoicesThen;
  return (
    <Stack gap="sm">
      <Table
        withRowBorders={false}
        highlightOnHover={false}
        verticalSpacing={4}
        horizontalSpacing={0}
        className="figures"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th scope="col">{t('compare.then')}</Table.Th>
            <Table.Th scope="col">{t('compare.now')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">{t('compare.moment')}</Table.Th>
            <Table.Td>{moment}</Table.Td>
            <Table.Td>{dates.spoken(now)}</Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Th scope="row">{t('compare.invoices')}</Table.Th>
            <Table.Td>{invoicesThen}</Table.Td>
            <Table.Td>{invoicesNow}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      <Text fw={550} size="sm">
        {fewer > 0 ? t('compare.fewer', { count: fewer }) : t('compare.same')}
      </Text>
      <List size="sm" spacing={4}>
        {MEANS.map((name) => (
          <List.Item key={name}>{t(`compare.${name}`)}</List.Item>
        ))}
      </List>
    </Stack>
  );
};
