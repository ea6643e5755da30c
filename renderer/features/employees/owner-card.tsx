import { Button, Text, Title } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isDesktop } from '../../data/bridge.ts';
import { useAccount } from '../../session/account.ts';
import classes from './employees.module.css';
import { useOpen } from './use-open.ts';

/** Who the owner is, and what no right of an employee includes. */
export const OwnerCard = () => {
  const { t } = useTranslation('employees');
  const { username } = useAccount();
  const open = useOpen();
  return (
    <section className={`card ${classes.owner}`} aria-labelledby="employees-owner">
      <IconShieldCheck size={28} stroke={1.5} aria-hidden />
      <div>
        <Title order={2} size="h5" id="employees-owner">
          {t('owner.title', { name: username })}
        </Title>
        <Text size="sm" c="dimmed">
          {t('owner.text')}
        </Text>
      </div>
      {isDesktop ? (
        <Button variant="default" data-opens="me" onClick={() => open('me')}>
          {t('owner.password')}
        </Button>
      ) : null}
    </section>
  );
};
