import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDesktop } from '../../data/bridge.ts';
import { terminalsQuery } from '../../data/queries.ts';
import { CopyIcon, CopyLine } from '../../ui/copy-button.tsx';
import { addCommand, type IssuedCredentials } from './command.ts';
import { CopyBlock, CopyText } from './copy-block.tsx';
import { invoiceCommand, requestCommand, signInCommand } from './curl.ts';
import { ShownOnce } from './shown-once.tsx';
import classes from './till.module.css';
import { TryIt } from './try-it.tsx';
import { useBaseUrl } from './use-base-url.ts';

interface AccountCardProps {
  credentials: IssuedCredentials;
  onDone(): void;
}

/** The credentials and commands for the till's programmer, shown once; the password cannot be shown again. */
export const AccountCard = ({ credentials, onDone }: AccountCardProps) => {
  const { t } = useTranslation('till');
  const base = useBaseUrl();
  const enter = signInCommand(base, credentials);
  const { text: next, what } = useNextCommand(credentials, base);
  const all = [
    `${t('card.base')}: ${base}`,
    `${t('card.username')}: ${credentials.username}`,
    `${t('card.password')}: ${credentials.password}`,
    `${t('card.docs')}: ${new URL('/docs/', base).href}`,
    ...['', enter, '', next],
  ].join('\n');
  return (
    <Stack gap="md">
      {isDesktop ? null : <Command credentials={credentials} />}
      <ShownOnce
        title={t('card.title', { name: credentials.name })}
        action={<CopyText text={all} label={t('card.copyAll')} isShown />}
        onDone={onDone}
      >
        <Facts credentials={credentials} base={base} />
        <Text size="sm">{t('card.once')}</Text>
        <Text size="sm" fw={550}>
          {t('card.enter')}
        </Text>
        <CopyBlock text={enter} label={t('card.copyEnter')} />
        <Text size="sm" fw={550}>
          {t(`card.${what}`)}
        </Text>
        <CopyBlock text={next} label={t(`card.copy.${what}`)} />
      </ShownOnce>
      <TryIt credentials={credentials} />
    </Stack>
  );
};

/** The next command: opens an invoice, or reads them without the permission. */
const useNextCommand = (
  { purpose }: IssuedCredentials,
  base: string,
): { text: string; what: 'invoice' | 'read' } => {
  const { data: terminals } = useQuery(terminalsQuery);
  const [key] = useState(() => crypto.randomUUID());
  const terminal = terminals?.find(({ is_active }) => is_active) ?? terminals?.[0];
  return purpose === 'read'
    ? { text: requestCommand(base, 'invoices/?page_size=1'), what: 'read' }
    : { text: invoiceCommand(base, terminal?.id ?? 1, key), what: 'invoice' };
};

const Facts = ({
  credentials: { username, password },
  base,
}: {
  credentials: IssuedCredentials;
  base: string;
}) => {
  const { t } = useTranslation('till');
  const facts: readonly (readonly [string, ReactNode, string | undefined, string])[] = [
    [t('card.base'), base, t('card.copyBase'), base],
    [t('card.username'), username, t('card.copyUsername'), username],
    [t('card.password'), <Secret key="secret" text={password} />, t('card.copyPassword'), password],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value, label, copied]) => (
        <FactRow key={name} name={name}>
          {value} {label === undefined ? null : <CopyIcon value={copied} label={label} />}
        </FactRow>
      ))}
      <FactRow name={t('card.docs')}>
        <Anchor href="/docs/" target="_blank" rel="noopener" size="sm">
          {new URL('/docs/', base).href}
        </Anchor>
      </FactRow>
    </dl>
  );
};

const Secret = ({ text }: { text: string }) => <span className={classes.secret}>{text}</span>;

const FactRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

/** In a browser the account must be added on the command line, because passwords do not travel over HTTP. */
const Command = ({ credentials }: { credentials: IssuedCredentials }) => {
  const { t } = useTranslation('till');
  return (
    <Stack gap="xs">
      <Text size="sm">{t('command.text')}</Text>
      <CopyLine text={addCommand(credentials)} />
      <Text size="sm">{t('command.password')}</Text>
    </Stack>
  );
};
