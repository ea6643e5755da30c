import { TextInput } from '@mantine/core';
import { IconClockPause } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '../../../api/keyed-attempts.ts';
import { invalidate } from '../../../api/keys.ts';
import { parkCart } from '../../../api/mutations.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { FormDialog, useForm } from '../../../kit/form.tsx';
import { detailsFields, itemOf } from '../charge-of.ts';
import type { FormAction } from '../form.ts';
import { useChargeDraft } from '../use-charge-draft.ts';

interface ParkButtonProps {
  isDisabled: boolean;
  fill(action: FormAction): void;
}

/** Sets the sale aside, under a name. */
export const ParkButton = memo(({ isDisabled, fill }: ParkButtonProps) => {
  const { t } = useTranslation('charge');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Act
        icon={IconClockPause}
        size="xs"
        disabled={isDisabled}
        onClick={() => setOpen(true)}
        text={t('carts.park')}
      />
      {isOpen ? <ParkDialog fill={fill} onClose={() => setOpen(false)} /> : null}
    </>
  );
});

interface ParkDialogProps extends Pick<ParkButtonProps, 'fill'> {
  onClose(): void;
}

const ParkDialog = ({ fill, onClose }: ParkDialogProps) => {
  const { t } = useTranslation('charge');
  const queries = useQueryClient();
  const { form } = useChargeDraft().draft;
  const [name, setName] = useState('');
  const [remark, setRemark] = useState('');
  const key = useRef<{ content: string; key: string }>(undefined);

  const submission = useForm(false, async () => {
    const body = {
      ...{ name: name.trim(), remark: remark.trim() },
      ...{ lines: form.lines.map(itemOf), ...detailsFields(form.details) },
    };
    const content = JSON.stringify(body);
    if (key.current?.content !== content) key.current = { content, key: newKey() };
    await parkCart(body, key.current.key).finally(() => void invalidate(queries, 'cart'));
    onClose();
    fill({ type: 'clear' });
  });
  return (
    <FormDialog
      title={t('carts.parkTitle')}
      form={submission}
      gap="sm"
      submit={t('carts.park')}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <Hint>{t('carts.parkText')}</Hint>
      <TextInput
        label={t('carts.name')}
        placeholder={t('carts.namePlaceholder')}
        maxLength={100}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('carts.remark')}
        maxLength={280}
        value={remark}
        onChange={(event) => setRemark(event.currentTarget.value)}
      />
    </FormDialog>
  );
};
