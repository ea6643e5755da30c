import { Collapse, SegmentedControl, Stack, Switch, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import { DEFAULT_VALIDITY } from '../../../shared/api/invoices.ts';
import type { TextField } from './charge-of.ts';
import classes from './details-fields.module.css';
import { type Details, type FormAction, VALIDITIES } from './form.ts';

const FIELDS = ['destination', 'reference', 'comment'] as const satisfies readonly TextField[];

interface DetailsFieldsProps {
  details: Details;
  faults: ReadonlySet<TextField>;
  /** A QR register takes debits only. */
  hasRegister: boolean;
  fill(action: FormAction): void;
}

/** Optional fields of an invoice. */
export const DetailsFields = ({ details, faults, hasRegister, fill }: DetailsFieldsProps) => {
  const { t } = useTranslation('charge');
  const id = useId();
  const [isOpen, { toggle }] = useDisclosure(false);
  const filled = FIELDS.filter((field) => details[field].trim() !== '').length;
  const isHold = details.isHold && !hasRegister;
  const changed = filled + (details.validity === DEFAULT_VALIDITY ? 0 : 1) + (isHold ? 1 : 0);
  const shown = isOpen || faults.size > 0;
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
              error={faults.has(field) ? t('details.tooLong', { max: MAX_LENGTH[field] }) : null}
              onChange={(event) => fill({ type: 'details', changes: { [field]: event.currentTarget.value } })}
            />
          ))}
          <div>
            <Text size="sm" fw={500} id={`${id}-validity`}>
              {t('details.validity')}
            </Text>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-labelledby={`${id}-validity`}
              value={String(details.validity)}
              onChange={(value) => fill({ type: 'details', changes: { validity: Number(value) } })}
              data={VALIDITIES.map((seconds) => ({
                value: String(seconds),
                label: t(`details.validities.${seconds}`),
              }))}
            />
          </div>
          <Switch
            label={t('details.hold')}
            description={t(hasRegister ? 'details.holdAtRegister' : 'details.holdHint')}
            disabled={hasRegister}
            checked={isHold}
            onChange={(event) => fill({ type: 'details', changes: { isHold: event.currentTarget.checked } })}
          />
        </Stack>
      </Collapse>
    </div>
  );
};
