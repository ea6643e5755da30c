import { Badge, Text } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cart } from '../../../../shared/api/carts.ts';
import { cartsQuery } from '../../../api/queries.ts';
import { Act } from '../../../kit/act.tsx';
import { ChargeCallout } from '../charge-callout.tsx';
import { notSold } from './cart-form.ts';
import { CartsDialog } from './carts-dialog.tsx';

interface CartsButtonProps {
  /** The form holds another sale. */
  isFormFilled: boolean;
  onTaken(cart: Cart): void;
}

/** Opens the carts that are set aside, and says how many there are. */
export const CartsButton = memo(({ isFormFilled, onTaken }: CartsButtonProps) => {
  const { t } = useTranslation('charge');
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(cartsQuery(false));
  const count = data?.count ?? 0;
  return (
    <>
      <Act
        icon={IconClockPause}
        rightSection={
          count === 0 ? null : (
            <Badge size="sm" circle={count < 10}>
              {count}
            </Badge>
          )
        }
        onClick={() => setOpen(true)}
        text={t('carts.open')}
      />
      {isOpen ? (
        <CartsDialog isFormFilled={isFormFilled} onTaken={onTaken} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
});

interface CartNewsProps {
  cart: Cart;
  onClose(): void;
}

/** The products of a taken cart that are no longer sold. */
export const CartNews = ({ cart, onClose }: CartNewsProps) => {
  const { t } = useTranslation('charge');
  const gone = notSold(cart);
  if (gone.length === 0) return null;
  return (
    <ChargeCallout
      tone="working"
      title={t('carts.goneTitle')}
      action={<Act tone="faint" size="xs" onClick={onClose} text={t('carts.understood')} />}
    >
      {gone.map((name) => (
        <Text key={name} span display="block" size="sm">
          {t('carts.gone', { name })}
        </Text>
      ))}
    </ChargeCallout>
  );
};
