import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export const NoPermission = () => {
  const { t } = useTranslation();
  return (
    <Stack p="xl" gap="xs">
      <Title order={1} size="h2">
        {t('noPermission.title')}
      </Title>
      <Text c="dimmed">{t('noPermission.text')}</Text>
    </Stack>
  );
};
