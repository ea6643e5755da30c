import { Anchor, Box, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconBackspace, IconCheck, IconUser } from '@tabler/icons-react';
import { type FormEvent, type PropsWithChildren, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonByPin } from '../../../shared/bridge/people.ts';
import { isPin, MAX_PIN_LENGTH } from '../../../shared/pins.ts';
import { callProgram } from '../../api/bridge.ts';
import { signInByPin } from '../../api/sign-in.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Callout } from '../../kit/callout.tsx';
import { Form } from '../../kit/form.tsx';
import { PinInput } from '../../kit/pin-input.tsx';
import { useAction } from '../../kit/use-action.ts';
import { usePeopleFault } from '../../shop/use-people-fault.ts';
import classes from './sign-in.module.css';

export interface ByPinProps extends PropsWithChildren {
  /** The user whose screens are kept behind the sign-in. */
  kept: string | undefined;
}

/**
 * The people who can change by PIN now, in place of the password form, which is always offered. Where nobody can, there
 * is the form alone.
 */
export const ByPin = ({ kept, children }: ByPinProps) => {
  const { t } = useTranslation('people');
  const { people, reload } = usePeople();
  const [isByPassword, setIsByPassword] = useState(false);
  const [person, setPerson] = useState<PersonByPin>();
  if (!people) return null;
  if (people.length === 0 && !person) return children;
  if (isByPassword)
    return (
      <Stack align="center" w="100%">
        {children}
        <Anchor component="button" type="button" size="sm" onClick={() => setIsByPassword(false)}>
          {t('who.usePin')}
        </Anchor>
      </Stack>
    );
  const usePassword = (
    <Act
      onClick={() => {
        setPerson(undefined);
        setIsByPassword(true);
      }}
      text={t('who.usePassword')}
    />
  );
  return (
    <Box
      component="section"
      className="card large"
      w="min(34rem, 100%)"
      my="2.5rem"
      p="xl"
      aria-labelledby="sign-in-title"
    >
      {person ? (
        <PinEntry
          key={person.id}
          person={person}
          lost={kept !== undefined && kept !== person.username ? kept : undefined}
          onRefused={reload}
          onBack={() => setPerson(undefined)}
        >
          {usePassword}
        </PinEntry>
      ) : (
        <Stack gap="md">
          <div>
            <Title order={1} size="h3" id="sign-in-title">
              {t('who.title')}
            </Title>
            <Hint>{t('who.text')}</Hint>
          </div>
          <People people={keptFirst(people, kept)} onChoose={setPerson} />
          {usePassword}
        </Stack>
      )}
    </Box>
  );
};

/**
 * The people whose PIN would be checked now; undefined until they are known. No query: those are dropped whenever the
 * user changes, which is when this is shown. Where the program does not answer, there are none.
 */
const usePeople = () => {
  const [people, setPeople] = useState<readonly PersonByPin[]>();
  const [reads, setReads] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each count is one reading
  useEffect(() => {
    let isThere = true;
    void callProgram('pin.people', {})
      .catch(() => [])
      .then((read) => {
        if (isThere) setPeople(read);
      });
    return () => {
      isThere = false;
    };
  }, [reads]);
  return { people, reload: () => setReads((count) => count + 1) };
};

/** The person who locked the screen comes first, and has the focus. */
const keptFirst = (people: readonly PersonByPin[], kept: string | undefined): PersonByPin[] =>
  people.toSorted((one, other) => Number(other.username === kept) - Number(one.username === kept));

interface PeopleProps {
  people: readonly PersonByPin[];
  onChoose(person: PersonByPin): void;
}

const People = ({ people, onChoose }: PeopleProps) => {
  const { t } = useTranslation('people');
  return (
    <ul className={`plain-list ${classes.people}`} aria-label={t('who.label')}>
      {people.map((person, at) => (
        <li key={person.id}>
          <Button
            variant="default"
            fullWidth
            size="lg"
            justify="start"
            autoFocus={at === 0}
            leftSection={<IconUser size={24} stroke={1.5} aria-hidden />}
            onClick={() => onChoose(person)}
          >
            <Text span truncate>
              {person.name}
            </Text>
          </Button>
        </li>
      ))}
    </ul>
  );
};

interface PinEntryProps extends PropsWithChildren {
  person: PersonByPin;
  /** The user whose unsaved changes this sign-in drops. */
  lost: string | undefined;
  onRefused(): void;
  onBack(): void;
}

/** The digits of one person, by keyboard or by the pad; Enter sends them. */
const PinEntry = ({ person, lost, onRefused, onBack, children }: PinEntryProps) => {
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
    <fieldset aria-label={t('entry.pad')}>
      <SimpleGrid cols={3} spacing="xs">
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
      </SimpleGrid>
    </fieldset>
  );
};
