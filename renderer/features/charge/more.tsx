import {
  ActionIcon,
  CloseButton,
  Flex,
  Group,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { memo, useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import { DEFAULT_VALIDITY } from '../../../shared/api/invoices.ts';
import { Act } from '../../kit/act.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import { preferencesStore } from '../../lib/preferences.ts';
import { RegisterPicker } from '../../shop/terminal-picker.tsx';
import type { Faults, TextField } from './charge-of.ts';
import { DiscountFields } from './discount.tsx';
import { type Details, type FormAction, VALIDITIES } from './form.ts';
import { useTerminalSelection } from './use-terminal-selection.ts';

const FIELDS = ['reference', 'destination', 'comment'] as const satisfies readonly TextField[];

interface MoreProps {
  details: Details;
  faults: Pick<Faults, 'texts' | 'discount' | 'emails'>;
  /** Each try with a fault here opens it. */
  tries: number;
  /** An extra charge may be typed. */
  hasExtra: boolean;
  fill(action: FormAction): void;
}

/** What a sale may have besides: a number, a purpose, an e-mail, a validity, a hold, an extra charge, a QR stand. */
export const More = memo((props: MoreProps) => {
  const { t } = useTranslation('charge');
  const [isOpen, { open, close }] = useDisclosure(false);
  const { texts, emails } = props.faults;
  const isFaulty = texts.size > 0 || emails === true;
  const openFaulty = useEffectEvent(() => {
    if (isFaulty) open();
  });
  useEffect(() => {
    if (props.tries > 0) openFaulty();
  }, [props.tries]);
  return (
    <>
      <ActionIcon variant="default" size={32} aria-label={t('more.title')} onClick={open}>
        <IconDots size={20} aria-hidden />
      </ActionIcon>
      {isOpen ? <MoreDialog {...props} onClose={close} /> : null}
    </>
  );
});

const MoreDialog = ({ details, faults, hasExtra, fill, onClose }: MoreProps & { onClose(): void }) => {
  const { t } = useTranslation('charge');
  const id = useId();
  const { terminal, registers, register } = useTerminalSelection();
  const set = (changes: Partial<Details>): void => fill({ type: 'details', changes });
  return (
    <Dialog title={t('more.title')} onClose={onClose}>
      <Stack gap="sm">
        {FIELDS.map((field, at) => (
          <TextInput
            key={field}
            {...(at === 0 && { 'data-autofocus': true })}
            label={t(`details.${field}`)}
            description={t(`details.${field}Hint`)}
            value={details[field]}
            error={faults.texts.has(field) ? t('details.tooLong', { max: MAX_LENGTH[field] }) : null}
            onChange={(event) => set({ [field]: event.currentTarget.value })}
          />
        ))}
        <TextInput
          label={t('details.emails')}
          description={t('details.emailsHint')}
          inputMode="email"
          spellCheck={false}
          value={details.emails}
          error={faults.emails ? t('details.emailsFault') : null}
          onChange={(event) => set({ emails: event.currentTarget.value })}
        />
        <div>
          <Text size="sm" fw={500} id={id}>
            {t('details.validity')}
          </Text>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-labelledby={id}
            value={String(details.validity)}
            onChange={(value) => set({ validity: Number(value) })}
            data={VALIDITIES.map((seconds) => ({
              value: String(seconds),
              label: t(`details.validities.${seconds}`),
            }))}
          />
        </div>
        <Switch
          label={t('details.hold')}
          description={t(register ? 'details.holdAtRegister' : 'details.holdHint')}
          disabled={register !== undefined}
          checked={details.isHold && !register}
          onChange={(event) => set({ isHold: event.currentTarget.checked })}
        />
        {hasExtra ? (
          <DiscountFields details={details} sign="On" fault={undefined} fill={fill} onDone={onClose} />
        ) : null}
        {registers.length === 0 ? null : (
          <RegisterPicker
            none={t('where.noRegister')}
            from={registers}
            value={register?.id}
            onChange={(chosen) =>
              preferencesStore.set({ terminal: terminal?.id ?? null, cashRegister: chosen ?? null })
            }
          />
        )}
        <Group justify="space-between">
          {registers.length === 0 ? (
            <span />
          ) : (
            <TextLink size="sm" to="/charge/stands">
              {t('words.standsNow')}
            </TextLink>
          )}
          <Group gap="xs">
            <Act
              tone="faint"
              onClick={() => {
                fill({ type: 'clear' });
                onClose();
              }}
              text={t('more.clear')}
            />
            <Act tone="main" onClick={onClose} text={t('words.done')} />
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
};

/** What was filled there, each with a way to take it back. */
export const DetailChips = memo(({ details, fill }: Pick<MoreProps, 'details' | 'fill'>) => {
  const { t } = useTranslation('charge');
  const { register, terminal } = useTerminalSelection();
  const text = (field: TextField | 'emails') =>
    details[field].trim() === ''
      ? []
      : [{ name: t(`chips.${field}`, { text: details[field] }), clear: { [field]: '' } }];
  const chips: { name: string; clear: Partial<Details> | 'register' }[] = [
    ...FIELDS.flatMap(text),
    ...text('emails'),
    ...(details.validity === DEFAULT_VALIDITY
      ? []
      : [
          {
            name: t('chips.validity', {
              text: t(`details.validities.${details.validity as (typeof VALIDITIES)[number]}`),
            }),
            clear: { validity: DEFAULT_VALIDITY },
          },
        ]),
    ...(details.isHold && !register ? [{ name: t('details.hold'), clear: { isHold: false } }] : []),
    ...(register ? [{ name: t('chips.register', { text: register.name }), clear: 'register' as const }] : []),
  ];
  return chips.map(({ name, clear }) => (
    <Flex
      component="span"
      key={name}
      className="card"
      display="inline-flex"
      gap={2}
      align="center"
      maw="100%"
      ps={8}
    >
      <Text span size="xs" truncate>
        {name}
      </Text>
      <CloseButton
        size="xs"
        aria-label={t('chips.remove', { name })}
        onClick={() =>
          clear === 'register'
            ? preferencesStore.set({ terminal: terminal?.id ?? null, cashRegister: null })
            : fill({ type: 'details', changes: clear })
        }
      />
    </Flex>
  ));
});
