import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPin, isWeakPin } from '../../shared/pins.ts';
import { callProgram } from '../api/bridge.ts';
import { useInvalidate } from '../api/keys.ts';
import { ownPinQuery } from '../api/program-queries.ts';
import { Callout } from '../kit/callout.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { PinInput } from '../kit/pin-input.tsx';
import { useAction } from '../kit/use-action.ts';
import { useToast } from '../kit/use-toast.ts';
import { usePeopleFault } from '../shop/use-people-fault.ts';

const EMPTY = { current: '', pin: '', again: '' };
type Typed = typeof EMPTY;

/** Sets or removes one's own PIN. */
export const OwnPin = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation('people');
  const { t: common } = useTranslation();
  const toast = useToast();
  const invalidate = useInvalidate();
  const faultText = usePeopleFault();
  const action = useAction();
  const { data } = useQuery(ownPinQuery);
  const [typed, setTyped] = useState(EMPTY);
  const [isTried, setIsTried] = useState(false);
  const faults = isTried ? faultsOf(typed) : {};
  const edit = (changes: Partial<Typed>): void => setTyped({ ...typed, ...changes });

  const change = (work: () => Promise<unknown>, done: string): void =>
    void action.run(async () => {
      await work().finally(() => invalidate('pin'));
      toast.success(done);
      onClose();
    });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsTried(true);
    if (Object.keys(faultsOf(typed)).length > 0) return;
    const { current, pin } = typed;
    change(() => callProgram('pin.set', { current, pin }), t('own.saved'));
  };
  return (
    <Dialog title={t('own.title')} closeOnClickOutside={false} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">{t('own.text')}</Text>
          {data && data.state !== 'none' ? (
            <Text size="sm" c="dimmed" role="status">
              {t(`own.${data.state}`)}
            </Text>
          ) : null}
          <PasswordInput
            label={t('own.current')}
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': common('signIn.showPassword') }}
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
          {action.failure ? (
            <Callout tone="error" role="alert" p="xs">
              {faultText(action.failure)}
            </Callout>
          ) : null}
          <Group justify="flex-end">
            {data && data.state !== 'none' ? (
              <Button
                variant="default"
                mr="auto"
                disabled={action.isBusy}
                onClick={() => change(() => callProgram('pin.remove', {}), t('own.removed'))}
              >
                {t('own.remove')}
              </Button>
            ) : null}
            <Button variant="default" onClick={onClose}>
              {t('own.keep')}
            </Button>
            <Button type="submit" loading={action.isBusy}>
              {t('own.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};

type Fault = 'own.missing' | 'own.mismatch' | 'fault.format' | 'fault.pin_weak';

/** Keys of the texts. */
const faultsOf = ({ current, pin, again }: Typed): Partial<Record<keyof Typed, Fault>> => ({
  ...(current === '' ? { current: 'own.missing' } : {}),
  ...(isPin(pin) ? (isWeakPin(pin) ? { pin: 'fault.pin_weak' } : {}) : { pin: 'fault.format' }),
  ...(pin === again ? {} : { again: 'own.mismatch' }),
});
