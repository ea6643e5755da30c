import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../data/failure.ts';
import { FailureCallout } from '../../ui/callout.tsx';
import classes from './frame.module.css';
import { useSwitchShop } from './switch-shop.ts';

/** No token at hand: the practice shop, or later. */
export const WithoutToken = ({ onLater }: { onLater(): void }) => {
  const { t } = useTranslation('first-run');
  const practice = useSwitchShop('practice');
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {t('without.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('without.practice')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('without.later')}
      </Text>
      <FailureCallout failure={practice.error ? failureOf(practice.error) : undefined} p="sm" fz="sm" />
      <Group gap="sm" mt={4}>
        <Button
          variant="default"
          loading={practice.isPending || practice.isSuccess}
          onClick={() => practice.mutate()}
        >
          {t('without.openPractice')}
        </Button>
        <Button variant="subtle" disabled={practice.isPending} onClick={onLater}>
          {t('without.goOn')}
        </Button>
      </Group>
      {/* Always there, so that what comes into it is read out. */}
      <div role="status" className={classes.status}>
        {practice.isPending ? t('without.making') : ''}
      </div>
    </Stack>
  );
};
