import { Button, Group, Title } from '@mantine/core';
import { IconArrowLeft, IconBackspace, IconCheck } from '@tabler/icons-react';
import { type FormEvent, type PropsWithChildren, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonByPin } from '../../../shared/bridge/people.ts';
import { isPin, MAX_PIN_LENGTH } from '../../../shared/pins.ts';
import { signInByPin } from '../../api/sign-in-by-pin.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Callout } from '../../kit/callout.tsx';
import { Form } from '../../kit/form.tsx';
import { PinInput } from '../../kit/pin-input.tsx';
import { useAction } from '../../kit/use-action.ts';
import { usePeopleFault } from '../../shop/use-people-fault.ts';
import classes from './by-pin.module.css';

interface PinEntryProps extends PropsWithChildren {
  person: PersonByPin;
  /** The user whose unsaved changes this sign-in drops. */
  lost: string | undefined;
  onRefused(): void;
  onBack(): void;
}

/** The digits of one person, by keyboard or by the pad; Enter sends them. */
export const PinEntry = ({ person, lost, onRefused, onBack, children }: PinEntryProps) => {
  const { t } = useTranslation('people');
  const faultText = usePeopleFault();
  const action = useAction();
  const field = useRef<HTMLInputElement>(null);
  const [pin, setPin] = useState('');
  const [isTried, setIsTried] = useState(false);
  useEffect(() => field.current?.focus(), []);

  const change = (digits: string): void => {
    setIsTried(false);
    setPin(digits.slice(0, MAX_PIN_LENGTH));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPin(pin)) {
      setIsTried(true);
      field.current?.focus();
      return;
    }
    void action.run(async () => {
      try {
        await signInByPin(person.id, pin);
      } catch (error) {
        setPin('');
        field.current?.focus();
        onRefused();
        throw error;
      }
    });
  };
  return (
    <Form gap="md" onSubmit={submit} aria-labelledby="sign-in-title">
      <Title order={1} size="h3" id="sign-in-title">
        {t('entry.title', { name: person.name })}
      </Title>
      <PinInput
        ref={field}
        label={t('account.pin')}
        size="md"
        value={pin}
        onChange={change}
        error={isTried ? t('fault.format') : null}
      />
      <Pad
        onDigit={(digit) => change(pin + digit)}
        onErase={() => change(pin.slice(0, -1))}
        isBusy={action.isBusy}
      />
      {action.failure ? (
        <Callout tone="error" role="alert" p="md">
          {faultText(action.failure)}
        </Callout>
      ) : null}
      {lost === undefined ? null : <Hint>{t('entry.lost', { name: lost })}</Hint>}
      <Group justify="space-between">
        <Act icon={IconArrowLeft} onClick={onBack} text={t('entry.back')} />
        {children}
      </Group>
    </Form>
  );
};

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

interface PadProps {
  onDigit(digit: string): void;
  onErase(): void;
  isBusy: boolean;
}

/** The keys do not take the focus: the keyboard goes on where it was. */
const Pad = ({ onDigit, onErase, isBusy }: PadProps) => {
  const { t } = useTranslation('people');
  const digit = (name: string) => (
    <Act
      key={name}
      size="lg"
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onDigit(name)}
      text={name}
    />
  );
  return (
    <fieldset aria-label={t('entry.pad')} className={classes.pad}>
      {DIGITS.map(digit)}
      <Button
        variant="default"
        size="lg"
        tabIndex={-1}
        aria-label={t('entry.erase')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onErase}
      >
        <IconBackspace size={24} aria-hidden />
      </Button>
      {digit('0')}
      <Button type="submit" size="lg" aria-label={t('signIn.enter')} loading={isBusy}>
        <IconCheck size={24} aria-hidden />
      </Button>
    </fieldset>
  );
};
