import { Button } from '@mantine/core';
import { IconCashRegister } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../shop/session/account.ts';

/** Links to Charge; hidden without the permission. */
export const ChargeButton = ({ variant = 'filled' }: { variant?: 'filled' | 'default' }) => {
  const { t } = useTranslation('today');
  const canCharge = usePermission('can_create_invoices');
  if (!canCharge) return null;
  return (
    <Button
      component={Link}
      to="/charge"
      size="md"
      variant={variant}
      leftSection={<IconCashRegister size={22} stroke={1.7} aria-hidden />}
      rightSection={<span aria-hidden>F2</span>}
    >
      {t('charge')}
    </Button>
  );
};
