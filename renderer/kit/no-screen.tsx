import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

export const NotFound = () => {
  const { t } = useTranslation();
  return (
    <Stack p="xl" align="start">
      <Title order={1} size="h2">
        {t('notFound.title')}
      </Title>
      <Anchor component={Link} to="/">
        {t('notFound.home')}
      </Anchor>
    </Stack>
  );
};

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
