import { Anchor, Box, Button, Stack, Text, Title } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { type PropsWithChildren, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonByPin } from '../../../shared/bridge/people.ts';
import { callProgram } from '../../api/bridge.ts';
import { Act, Hint } from '../../kit/act.tsx';
import classes from './by-pin.module.css';
import { PinEntry } from './pin-entry.tsx';

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
    <ul className={classes.people} aria-label={t('who.label')}>
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
