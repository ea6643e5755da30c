import { Badge, Button, Group, Text } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cart } from '../../../../shared/api/carts.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { cartsQuery } from '../../../data/counter.ts';
import { ChargeCallout } from '../charge-callout.tsx';
import { notSold, priceChanges } from './cart-form.ts';
import { CartsDialog } from './carts-dialog.tsx';

interface CartsButtonProps {
  /** The form holds another sale. */
  isFormFilled: boolean;
  onTaken(cart: Cart): void;
}

/** Opens the carts that are set aside, and says how many there are. */
export const CartsButton = ({ isFormFilled, onTaken }: CartsButtonProps) => {
  const { t } = useTranslation('charge');
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(cartsQuery(false));
  const count = data?.count ?? 0;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconClockPause size={18} aria-hidden />}
        rightSection={
          count === 0 ? null : (
            <Badge size="sm" circle={count < 10}>
              {count}
            </Badge>
          )
        }
        onClick={() => setOpen(true)}
      >
        {t('carts.open')}
      </Button>
      {isOpen ? (
        <CartsDialog isFormFilled={isFormFilled} onTaken={onTaken} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
};

interface CartNewsProps {
  cart: Cart;
  /** The form has the present prices already, because the user may sell at no others. */
  isRepriced: boolean;
  onReprice(): void;
  onClose(): void;
}

/** What is no longer as it was when the cart was set aside. */
export const CartNews = ({ cart, isRepriced, onReprice, onClose }: CartNewsProps) => {
  const { t } = useTranslation('charge');
  const changes = priceChanges(cart);
  const gone = notSold(cart);
  if (changes.length === 0 && gone.length === 0) return null;
  return (
    <ChargeCallout
      tone="working"
      title={t(changes.length === 0 ? 'carts.goneTitle' : 'carts.changedTitle')}
      action={
        <Group gap="xs" mt={4}>
          {changes.length > 0 && !isRepriced ? (
            <Button size="xs" variant="default" onClick={onReprice}>
              {t('carts.reprice')}
            </Button>
          ) : null}
          <Button size="xs" variant="subtle" color="gray" onClick={onClose}>
            {t(changes.length > 0 && !isRepriced ? 'carts.keepPrices' : 'carts.understood')}
          </Button>
        </Group>
      }
    >
      {changes.map(({ name, from, to }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <Text key={at} span display="block" size="sm">
          {t('carts.change', { name, from: formatAmount(from), to: formatAmount(to) })}
        </Text>
      ))}
      {gone.map((name) => (
        <Text key={name} span display="block" size="sm">
          {t('carts.gone', { name })}
        </Text>
      ))}
      {isRepriced && changes.length > 0 ? t('carts.repriced') : null}
    </ChargeCallout>
  );
};
