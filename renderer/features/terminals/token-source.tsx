import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Where the bank issues tokens, and how Kramar stores one. */
export const TokenSource = () => {
  const { t } = useTranslation('terminals');
  return (
    <div>
      <Text size="sm" fw={550} mb={4}>
        {t('where.title')}
      </Text>
      <List type="ordered" size="sm" spacing={2}>
        <List.Item>{t('where.cabinet')}</List.Item>
        <List.Item>{t('where.copy')}</List.Item>
      </List>
      <Text size="xs" c="dimmed" mt={6}>
        {t('where.safe')}
      </Text>
    </div>
  );
};
