import {
  Collapse,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import { DEFAULT_VALIDITY } from '../../../shared/api/invoices.ts';
import type { Faults, TextField } from './charge-of.ts';
import classes from './details-fields.module.css';
import { type Details, DISCOUNT_KINDS, type FormAction, VALIDITIES } from './form.ts';

const FIELDS = ['destination', 'reference', 'comment'] as const satisfies readonly TextField[];

interface DetailsFieldsProps {
  details: Details;
  faults: Pick<Faults, 'texts' | 'discount' | 'emails'>;
  /** A QR register takes debits only. */
  hasRegister: boolean;
  /** A sale of lines, by somebody who may give discounts. */
  hasDiscount: boolean;
  fill(action: FormAction): void;
}

/** Optional fields of an invoice. */
export const DetailsFields = memo(
  ({ details, faults, hasRegister, hasDiscount, fill }: DetailsFieldsProps) => {
    const { t } = useTranslation('charge');
    const id = useId();
    const [isOpen, { toggle }] = useDisclosure(false);
    const typed = [...FIELDS, 'emails', ...(hasDiscount ? (['discount'] as const) : [])] as const;
    const filled = typed.filter((field) => details[field].trim() !== '').length;
    const isHold = details.isHold && !hasRegister;
    const changed = filled + (details.validity === DEFAULT_VALIDITY ? 0 : 1) + (isHold ? 1 : 0);
    const { texts, discount, emails } = faults;
    const shown = isOpen || texts.size > 0 || discount !== undefined || emails === true;
    return (
      <div>
        <UnstyledButton className={classes.toggle} aria-expanded={shown} aria-controls={id} onClick={toggle}>
          <IconChevronRight size={18} aria-hidden className={classes.arrow} data-open={shown} />
          {t('details.more')}
          {changed === 0 || shown ? null : (
            <Text span size="sm" c="dimmed">
              {t('details.filled', { count: changed })}
            </Text>
          )}
        </UnstyledButton>
        <Collapse expanded={shown} id={id}>
          <Stack gap="sm" pt="sm">
            {FIELDS.map((field) => (
              <TextInput
                key={field}
                label={t(`details.${field}`)}
                description={t(`details.${field}Hint`)}
                value={details[field]}
                error={texts.has(field) ? t('details.tooLong', { max: MAX_LENGTH[field] }) : null}
                onChange={(event) =>
                  fill({ type: 'details', changes: { [field]: event.currentTarget.value } })
                }
              />
            ))}
            {hasDiscount ? (
              <DiscountField
                details={details}
                error={discount ? t(`details.basketFaults.${discount}`) : null}
                fill={fill}
              />
            ) : null}
            <TextInput
              label={t('details.emails')}
              description={t('details.emailsHint')}
              inputMode="email"
              spellCheck={false}
              value={details.emails}
              error={emails ? t('details.emailsFault') : null}
              onChange={(event) => fill({ type: 'details', changes: { emails: event.currentTarget.value } })}
            />
            <Validity id={`${id}-validity`} validity={details.validity} fill={fill} />
            <Switch
              label={t('details.hold')}
              description={t(hasRegister ? 'details.holdAtRegister' : 'details.holdHint')}
              disabled={hasRegister}
              checked={isHold}
              onChange={(event) =>
                fill({ type: 'details', changes: { isHold: event.currentTarget.checked } })
              }
            />
          </Stack>
        </Collapse>
      </div>
    );
  },
);

const Validity = ({
  id,
  validity,
  fill,
}: { id: string } & Pick<Details, 'validity'> & Pick<DetailsFieldsProps, 'fill'>) => {
  const { t } = useTranslation('charge');
  return (
    <div>
      <Text size="sm" fw={500} id={id}>
        {t('details.validity')}
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-labelledby={id}
        value={String(validity)}
        onChange={(value) => fill({ type: 'details', changes: { validity: Number(value) } })}
        data={VALIDITIES.map((seconds) => ({
          value: String(seconds),
          label: t(`details.validities.${seconds}`),
        }))}
      />
    </div>
  );
};

interface DiscountFieldProps {
  details: Details;
  /** Why it is no discount, in words; null: it is one. */
  error: string | null;
  fill(action: FormAction): void;
}

/** A discount on the whole basket, or an extra charge. */
const DiscountField = ({ details, error, fill }: DiscountFieldProps) => {
  const { t } = useTranslation('charge');
  return (
    <Group grow gap="xs" align="flex-start" wrap="nowrap" role="group" aria-label={t('details.basket')}>
      <NativeSelect
        label={t('details.basket')}
        value={details.discountKind}
        onChange={(event) => {
          const discountKind = DISCOUNT_KINDS.find((kind) => kind === event.currentTarget.value);
          if (discountKind) fill({ type: 'details', changes: { discountKind } });
        }}
        data={DISCOUNT_KINDS.map((kind) => ({ value: kind, label: t(`details.basketKinds.${kind}`) }))}
      />
      <TextInput
        label={t('details.basketSize')}
        inputMode="decimal"
        placeholder="0"
        value={details.discount}
        error={error}
        onChange={(event) => fill({ type: 'details', changes: { discount: event.currentTarget.value } })}
      />
    </Group>
  );
};
