import { CloseButton, Group, Popover, SegmentedControl, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDiscount } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import type { Failure } from '../../api/failure.ts';
import { counterQuery } from '../../api/queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Key } from '../../kit/key.tsx';
import { SecondPerson } from '../../shop/second-person.tsx';
import { useAccount } from '../../shop/session/account.ts';
import { isEnter, useScreenKeys } from '../../shop/session/hotkeys.ts';
import { amountOf, type Faults, sumOf } from './charge-of.ts';
import { type DraftState, isSameSale } from './draft-store.ts';
import { type Details, type Form, type FormAction, isByAmount, linesOf } from './form.ts';
import { useCreate } from './use-create.ts';

const USUAL = ['5', '10', '15', '20'];

const isOn = ({ discountKind }: Pick<Details, 'discountKind'>): boolean =>
  discountKind === 'percentOn' || discountKind === 'amountOn';

interface DiscountProps {
  form: Form;
  fault: Faults['discount'];
  fill(action: FormAction): void;
  /** The cart is being sold. */
  isLocked: boolean;
}

/** A discount on the cart, in percent or hryvnias (F4), and the line that it makes. */
export const Discount = ({ form, fault, fill, isLocked }: DiscountProps) => {
  const { t } = useTranslation('charge');
  const [isOpen, popup] = useDisclosure(false);
  const { details } = form;
  useScreenKeys(isLocked ? [] : [['F4', popup.open]]);
  const isGiven = details.discount !== '';
  const amount = isByAmount(form) ? undefined : amountOf(form);
  const change = amount === undefined ? 0 : amount - (sumOf(linesOf(form)) ?? amount);
  const size = `${details.discount}\u00a0${details.discountKind.startsWith('percent') ? '%' : '₴'}`;
  return (
    <>
      <Popover
        opened={isOpen || fault !== undefined}
        onChange={popup.toggle}
        withinPortal={false}
        transitionProps={{ duration: 0 }}
        returnFocus
        position="top-start"
      >
        <Popover.Target>
          <Act
            tone="quiet"
            size="xs"
            px={4}
            icon={IconDiscount}
            rightSection={<Key name="F4" />}
            onClick={popup.open}
            text={
              isGiven
                ? t(isOn(details) ? 'discount.added' : 'discount.taken', {
                    size,
                    amount: formatAmount(change),
                  })
                : t('discount.give')
            }
          />
        </Popover.Target>
        <Popover.Dropdown aria-label={t('discount.give')}>
          <DiscountFields
            details={details}
            sign={isOn(details) && isGiven ? 'On' : 'Off'}
            fault={fault}
            fill={fill}
            onDone={popup.close}
          />
          <Limit />
        </Popover.Dropdown>
      </Popover>
      {isGiven ? (
        <CloseButton
          size="xs"
          aria-label={t('discount.remove')}
          onClick={() => fill({ type: 'details', changes: { discount: '' } })}
        />
      ) : null}
    </>
  );
};

/** Above which a second person is asked; whoever has no limit sees none. */
const Limit = () => {
  const { t } = useTranslation('charge');
  const { is_owner } = useAccount();
  const limit = useQuery(counterQuery).data?.discount_limit ?? null;
  return limit === null || is_owner ? null : <Hint mt="xs">{t('discount.limit', { limit })}</Hint>;
};

interface DiscountFieldsProps {
  details: Details;
  sign: 'Off' | 'On';
  fault: Faults['discount'];
  fill(action: FormAction): void;
  onDone(): void;
}

/** How much, in percent or hryvnias: a discount, or an extra charge. */
export const DiscountFields = memo(({ details, sign, fault, fill, onDone }: DiscountFieldsProps) => {
  const { t } = useTranslation('charge');
  const isMine = isOn(details) === (sign === 'On');
  const unit = details.discountKind.startsWith('percent') ? 'percent' : 'amount';
  const set = (changes: { discount?: string; unit?: string }): void => {
    const kind = (changes.unit ?? unit) === 'percent' ? 'percent' : 'amount';
    fill({
      type: 'details',
      changes: {
        discountKind: `${kind}${sign}`,
        discount: changes.discount ?? (isMine ? details.discount : ''),
      },
    });
  };
  return (
    <>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          autoFocus={sign === 'Off'}
          label={t(sign === 'On' ? 'discount.extra' : 'discount.give')}
          inputMode="decimal"
          placeholder="0"
          value={isMine ? details.discount : ''}
          error={fault ? t(`discount.faults.${fault}`) : null}
          onChange={(event) => set({ discount: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (!isEnter(event)) return;
            event.preventDefault();
            onDone();
          }}
        />
        <SegmentedControl
          mt={26}
          aria-label={t('discount.unit')}
          value={unit}
          onChange={(value) => set({ unit: value })}
          data={[
            { value: 'percent', label: '%' },
            { value: 'amount', label: '₴' },
          ]}
        />
      </Group>
      {unit === 'percent' && sign === 'Off' ? (
        <Group gap={6} mt="xs">
          {USUAL.map((percent) => (
            <UnstyledButton
              key={percent}
              className="card"
              px="sm"
              py={4}
              onClick={() => {
                set({ discount: percent });
                onDone();
              }}
            >
              {percent} %
            </UnstyledButton>
          ))}
        </Group>
      ) : null}
    </>
  );
});

/** What a second person must approve, minor units; undefined: another failure. */
const discountAboveLimit = (failure: Failure | null) => {
  const refused = failure?.kind === 'invalid' ? failure.codes?.discounts?.[0] : undefined;
  if (refused?.code !== 'discount_limit') return undefined;
  return { discount: Number(refused.facts.discount), amount: Number(refused.facts.amount) };
};

/** Asks for a second person once the sale was refused for its discount, and goes on with it as it was charged. */
export const DiscountApproval = ({ draft: { attempts, form } }: { draft: DraftState }) => {
  const { t } = useTranslation('charge');
  const create = useCreate();
  const attempt = attempts.findLast(({ state, form: sent }) => state === 'refused' && isSameSale(sent, form));
  // Nobody is asked anew after a reload.
  const [seen, setSeen] = useState(attempt?.at);
  const asked = attempt && attempt.at !== seen && discountAboveLimit(attempt.failure);
  if (!attempt || !asked) return null;
  const close = (): void => setSeen(attempt.at);
  return (
    <Dialog title={t('discount.give')} closeOnClickOutside={false} onClose={close}>
      <SecondPerson
        of={{ discount: asked.discount }}
        amount={asked.amount}
        isBusy={false}
        onApproved={(approval) => void create(attempt, { approval })}
        onBack={close}
      />
    </Dialog>
  );
};
