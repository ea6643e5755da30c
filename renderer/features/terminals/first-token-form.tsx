import { Anchor, Badge, Box, Group, List, Text } from '@mantine/core';
import { IconCheck, IconPuzzle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { isDesktop } from '../../api/bridge.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Form } from '../../kit/form.tsx';
import { Key } from '../../kit/key.tsx';
import { AddTerminalCallout, submitTo } from './add-terminal-form.tsx';
import { TokenField, useTokenWords } from './token-field.tsx';
import type { AddTerminal, Merchant } from './use-add-terminal.ts';

const CABINET = 'https://web.monobank.ua';

/** The first token of a shop: checked when it is pasted, confirmed by its owner. The terminal has the merchant's name. */
export const FirstTokenForm = ({ adding }: { adding: AddTerminal }) => {
  const { t } = useTranslation('terminals');
  const { problemText } = useTokenWords();
  const { merchant, isBusy } = adding;
  return (
    <Form gap="md" onSubmit={submitTo(merchant ? adding.add : adding.tryToken)} aria-label={t('facts.token')}>
      <List type="ordered" size="sm" spacing={2}>
        <List.Item>
          <Trans
            t={t}
            i18nKey="first.open"
            components={{
              a: <Anchor inherit href={CABINET} target="_blank" rel="noreferrer" underline="always" />,
            }}
          />
        </List.Item>
        <List.Item>{t('first.copy')}</List.Item>
      </List>
      <TokenField
        autoFocus={!merchant}
        value={adding.token}
        onChange={adding.setOrTryToken}
        error={problemText(adding.problem)}
        isReadOnly={isBusy || merchant !== undefined}
        {...(merchant && { mark: <Confirmed /> })}
      />
      {merchant ? <MoneyGoesTo merchant={merchant} /> : null}
      <AddTerminalCallout adding={adding} />
      {merchant ? (
        <Group gap="xs" wrap="nowrap">
          <Act
            size="lg"
            fz="md"
            px="md"
            disabled={isBusy}
            onClick={adding.another}
            text={t('first.another')}
          />
          <Confirm isBusy={isBusy} />
        </Group>
      ) : (
        <Act tone="main" size="lg" fz="md" fullWidth type="submit" loading={isBusy} text={t('give.try')} />
      )}
      {isDesktop ? null : (
        <Group gap="xs" wrap="nowrap" align="start">
          <IconPuzzle
            size={18}
            stroke={1.7}
            aria-hidden
            color="var(--mantine-color-dimmed)"
            style={{ marginTop: 2 }}
          />
          <Hint>{t('first.extensions')}</Hint>
        </Group>
      )}
    </Form>
  );
};

const Confirmed = () => {
  const { t } = useTranslation('terminals');
  return (
    <Badge
      size="lg"
      radius="sm"
      tt="none"
      me="xs"
      c="var(--tone-paid)"
      bg="var(--tone-paid-ground)"
      leftSection={<IconCheck size={16} aria-hidden />}
    >
      {t('first.confirmed')}
    </Badge>
  );
};

/** Enter confirms: the button has the focus. */
const Confirm = ({ isBusy }: { isBusy: boolean }) => {
  const { t } = useTranslation('terminals');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Act
      ref={button}
      tone="main"
      size="lg"
      fz="md"
      flex={1}
      type="submit"
      rightSection={<Key name="Enter" />}
      loading={isBusy}
      text={t('first.itsMe')}
    />
  );
};

/** A person's number has ten digits, a company's eight. */
const PERSON_DIGITS = 10;

const MoneyGoesTo = ({ merchant: { merchant_name, edrpou } }: { merchant: Merchant }) => {
  const { t } = useTranslation('terminals');
  const number = edrpou.length === PERSON_DIGITS ? 'first.personNumber' : 'first.companyNumber';
  return (
    <Box py="sm" px="md" bg="var(--ground)" bdrs="md" role="status">
      <Hint>{t('first.moneyGoesTo')}</Hint>
      <Group justify="space-between" gap="xs">
        <Text fw={650} size="lg">
          {merchant_name || t('facts.unknown')}
        </Text>
        <Hint className="figures">{edrpou ? t(number, { number: edrpou }) : t('give.noEdrpou')}</Hint>
      </Group>
    </Box>
  );
};
