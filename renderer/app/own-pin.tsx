import { PasswordInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPin, isWeakPin } from '../../shared/pins.ts';
import { callProgram } from '../api/bridge.ts';
import { useInvalidate } from '../api/keys.ts';
import { ownPinQuery } from '../api/program-queries.ts';
import { Act, Hint } from '../kit/act.tsx';
import { Callout } from '../kit/callout.tsx';
import { FormDialog, useForm } from '../kit/form.tsx';
import { PinInput } from '../kit/pin-input.tsx';
import { useToast } from '../kit/use-toast.ts';
import { usePeopleFault } from '../shop/use-people-fault.ts';

const EMPTY = { current: '', pin: '', again: '' };
type Typed = typeof EMPTY;

/** Sets or removes one's own PIN. */
export const OwnPin = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation('people');
  const toast = useToast();
  const invalidate = useInvalidate();
  const faultText = usePeopleFault();
  const { data } = useQuery(ownPinQuery);
  const [typed, setTyped] = useState(EMPTY);
  const found = faultsOf(typed);
  const edit = (changes: Partial<Typed>): void => setTyped({ ...typed, ...changes });

  const change = async (work: Promise<unknown>, done: string): Promise<void> => {
    await work.finally(() => invalidate('pin'));
    toast.success(done);
    onClose();
  };
  const { current, pin } = typed;
  const form = useForm(Object.keys(found).length > 0, () =>
    change(callProgram('pin.set', { current, pin }), t('own.saved')),
  );
  const faults = form.isTried ? found : {};
  const pinState = data && data.state !== 'none' ? data.state : undefined;
  return (
    <FormDialog
      title={t('own.title')}
      form={form}
      submit={t('own.save')}
      close={t('own.keep')}
      refusal={
        form.failure ? (
          <Callout tone="error" role="alert" p="xs">
            {faultText(form.failure)}
          </Callout>
        ) : null
      }
      aside={
        pinState ? (
          <Act
            mr="auto"
            disabled={form.isBusy}
            onClick={() => void form.run(() => change(callProgram('pin.remove', {}), t('own.removed')))}
            text={t('own.remove')}
          />
        ) : null
      }
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <Text size="sm">{t('own.text')}</Text>
      {pinState ? <Hint role="status">{t(`own.${pinState}`)}</Hint> : null}
      <PasswordInput
        label={t('own.current')}
        autoComplete="current-password"
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
        value={typed.current}
        error={faults.current && t(faults.current)}
        onChange={(event) => edit({ current: event.currentTarget.value })}
      />
      <PinInput
        label={t('own.pin')}
        description={t('own.pinHint')}
        value={typed.pin}
        error={faults.pin && t(faults.pin)}
        onChange={(pin) => edit({ pin })}
      />
      <PinInput
        label={t('own.again')}
        value={typed.again}
        error={faults.again && t(faults.again)}
        onChange={(again) => edit({ again })}
      />
    </FormDialog>
  );
};

type Fault = 'own.missing' | 'own.mismatch' | 'fault.format' | 'fault.pin_weak';

/** Keys of the texts. */
const faultsOf = ({ current, pin, again }: Typed): Partial<Record<keyof Typed, Fault>> => ({
  ...(current === '' ? { current: 'own.missing' } : {}),
  ...(isPin(pin) ? (isWeakPin(pin) ? { pin: 'fault.pin_weak' } : {}) : { pin: 'fault.format' }),
  ...(pin === again ? {} : { again: 'own.mismatch' }),
});
