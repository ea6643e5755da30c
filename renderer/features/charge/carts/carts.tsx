import { Text, TextInput } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cart } from '../../../../shared/api/carts.ts';
import { cartsQuery, counterQuery } from '../../../api/queries.ts';
import { Act } from '../../../kit/act.tsx';
import { FormDialog, useForm } from '../../../kit/form.tsx';
import { Key } from '../../../kit/key.tsx';
import { isDialogOpen, useScreenKeys } from '../../../shop/session/hotkeys.ts';
import { ChargeCallout } from '../charge-callout.tsx';
import { amountOf } from '../charge-of.ts';
import { type Form, type FormAction, linesOf } from '../form.ts';
import { notSold } from './cart-form.ts';
import { CartsDialog, useParking } from './carts-dialog.tsx';

const route = getRouteApi('/charge');

interface HeldCartsProps {
  form: Form;
  fill(action: FormAction): void;
  /** It is charged: it can be set aside no more. */
  isSold: boolean;
  /** Something that the seller added is not in it yet. */
  isLooking: boolean;
  onTaken(cart: Cart): void;
}

/**
 * The carts that are set aside. F8 sets this one aside, or opens the list where there is none. In a shop that sets none aside,
 * those that are left can be taken.
 */
export const HeldCarts = ({ form, fill, isSold, isLooking, onTaken }: HeldCartsProps) => {
  const { t } = useTranslation('charge');
  const [shown, setShown] = useState<'list' | 'park'>();
  const { data } = useQuery(cartsQuery(false));
  const { held: isAsked } = route.useSearch();
  const navigate = useNavigate();
  const close = (): void => {
    setShown(undefined);
    if (isAsked) void navigate({ to: '/charge', search: {}, replace: true });
  };
  const isOff = useQuery(counterQuery).data?.held_carts === false;
  const isShown = !isOff || (data?.count ?? 0) > 0;
  const hasCart = linesOf(form).length > 0;
  const canPark = !isOff && hasCart && amountOf(form) !== undefined;
  useScreenKeys([
    [
      'F8',
      () => {
        if (isShown && !isSold && !isDialogOpen()) setShown(canPark ? 'park' : 'list');
      },
    ],
  ]);
  return (
    <>
      {isShown ? (
        <Act
          icon={IconClockPause}
          size="xs"
          h={32}
          rightSection={<Key name="F8" />}
          onClick={() => setShown('list')}
          text={data?.count ? t('carts.openCount', { count: data.count }) : t('carts.open')}
        />
      ) : null}
      {shown === 'park' ? <ParkDialog form={form} fill={fill} isLooking={isLooking} onClose={close} /> : null}
      {shown === 'list' || (isAsked && !shown) ? (
        <CartsDialog
          present={hasCart ? form : undefined}
          isLooking={isLooking}
          onPark={canPark ? () => setShown('park') : undefined}
          onTaken={onTaken}
          onClose={close}
        />
      ) : null}
    </>
  );
};

interface ParkDialogProps extends Pick<HeldCartsProps, 'form' | 'fill' | 'isLooking'> {
  onClose(): void;
}

const ParkDialog = ({ form, fill, isLooking, onClose }: ParkDialogProps) => {
  const { t } = useTranslation('charge');
  const { park, usualName } = useParking();
  const [usual] = useState(usualName);
  const [name, setName] = useState('');
  const submission = useForm(false, async () => {
    await park(form, name.trim() || usual);
    onClose();
    fill({ type: 'clear' });
  });
  return (
    <FormDialog
      title={t('carts.parkTitle')}
      size="22rem"
      form={submission}
      gap="sm"
      submit={t('carts.park')}
      isDisabled={isLooking}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <TextInput
        label={t('words.name')}
        placeholder={usual}
        maxLength={100}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
};

/** The products of a taken cart that are no longer sold. */
export const CartNews = ({ cart, onClose }: { cart: Cart; onClose(): void }) => {
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
