import { Group, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../../shared/money.ts';
import type { TillKey } from '../../../../shared/operations/keys.ts';
import { PERMISSIONS } from '../../../../shared/permissions.ts';
import { callProgram, canOperate } from '../../../api/bridge.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { tillKeysQuery } from '../../../api/program-queries.ts';
import { terminalsQuery } from '../../../api/queries.ts';
import { Act } from '../../../kit/act.tsx';
import { FailureCallout } from '../../../kit/callout.tsx';
import { ConfirmAction } from '../../../kit/dialog.tsx';
import { Form, useForm } from '../../../kit/form.tsx';
import { Panel, PanelPart, PanelRow } from '../../../kit/panel.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useToast } from '../../../kit/use-toast.ts';
import { ForDevelopers } from '../../../shop/for-developers.tsx';
import { TerminalPicker } from '../../../shop/terminal-picker.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import { CopyBlock, useBaseUrl } from '../copy-block.tsx';
import { FormButtons, PurposeField, useTerminalLimit } from '../form-parts.tsx';
import { IssuedList, IssuePanel } from '../issue-panel.tsx';
import { PURPOSES, type Purpose, purposeOf } from '../purposes.ts';
import { exampleOf, isLanguage, LANGUAGES, type Language } from './examples.ts';
import { IssuedSecret } from './issued-secret.tsx';

const COMMANDS = [
  'npm run admin -- key add --name "Till 1" --can view_invoices,create_invoices',
  'npm run admin -- key list',
  'npm run admin -- key rotate ID',
  'npm run admin -- key revoke ID',
];

/** Keys of tills: made and ended in the window; another browser says where that is. */
export const Keys = () => (canOperate ? <OwnKeys /> : <KeyCommands />);

const KeyCommands = () => {
  const { t } = useTranslation('till');
  return (
    <Panel title={t('keys.title')} text={t('keys.text')}>
      <PanelPart>
        <ForDevelopers commands={COMMANDS} />
      </PanelPart>
    </Panel>
  );
};

const OwnKeys = () => {
  const { t } = useTranslation('till');
  const query = useQuery(tillKeysQuery);
  return (
    <IssuePanel<IssuedKey>
      title={t('keys.title')}
      text={t('keys.text')}
      open={{ label: t('keys.open'), icon: <IconKey size={18} aria-hidden />, variant: 'filled' }}
      leave={{ title: t('keys.leaveTitle'), text: t('keys.leaveText') }}
      form={(onIssued, onCancel) => <KeyForm onIssued={onIssued} onCancel={onCancel} />}
      issued={({ key, name, terminal }, onDone) => (
        <IssuedSecret
          title={t('keys.issued', { name })}
          text={t('keys.once')}
          secret={key}
          copyLabel={t('keys.copy')}
          onDone={onDone}
        >
          <ExampleBlock apiKey={key} terminal={terminal} />
        </IssuedSecret>
      )}
      list={(onIssued) => (
        <IssuedList query={query} none={t('keys.none')}>
          {(tillKey) => <KeyRow key={tillKey.id} tillKey={tillKey} onIssued={onIssued} />}
        </IssuedList>
      )}
    />
  );
};

interface ExampleBlockProps {
  /** The key that stands in the example. */
  apiKey: string;
  /** Null: the first active one. */
  terminal: number | null;
}

/** A first sale in the programmer's language, with the key and the terminal filled in. */
const ExampleBlock = ({ apiKey, terminal }: ExampleBlockProps) => {
  const { t } = useTranslation('till');
  const [language, setLanguage] = useState<Language>('curl');
  const base = useBaseUrl();
  const { data: terminals } = useQuery(terminalsQuery);
  const first = terminals?.find(({ is_active }) => is_active) ?? terminals?.[0];
  const sale = { base, key: apiKey, terminal: terminal ?? first?.id ?? 1 };
  return (
    <Stack gap="xs" align="stretch">
      <Text size="sm" fw={550}>
        {t('example.title')}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={t('example.language')}
        data={[...LANGUAGES]}
        value={language}
        onChange={(value) => {
          if (isLanguage(value)) setLanguage(value);
        }}
      />
      <CopyBlock text={exampleOf(language, sale)} label={t('example.copy', { language })} />
    </Stack>
  );
};

interface KeyRowProps {
  tillKey: TillKey;
  onIssued(issued: IssuedKey): void;
}

/** A key in the list: what it may do, when it was last used, and what can be done with it. */
const KeyRow = ({ tillKey, onIssued }: KeyRowProps) => {
  const { t } = useTranslation('till');
  const [asked, setAsked] = useState<'rotate' | 'revoke'>();
  const { name, hint } = tillKey;
  return (
    <PanelRow label={`${name} · …${hint}`} text={useFacts(tillKey)}>
      <Group gap="xs">
        {tillKey.is_active ? null : <TurnOn tillKey={tillKey} />}
        <Act
          size="xs"
          aria-label={t('keys.rotateNamed', { name })}
          onClick={() => setAsked('rotate')}
          text={t('keys.rotate')}
        />
        <Act
          size="xs"
          aria-label={t('keys.revokeNamed', { name })}
          onClick={() => setAsked('revoke')}
          text={t('keys.revoke')}
        />
      </Group>
      {asked ? (
        <Confirm tillKey={tillKey} what={asked} onIssued={onIssued} onClose={() => setAsked(undefined)} />
      ) : null}
    </PanelRow>
  );
};

const TurnOn = ({ tillKey: { id, name } }: Pick<KeyRowProps, 'tillKey'>) => {
  const { t } = useTranslation('till');
  const invalidate = useInvalidate();
  const toast = useToast();
  const action = useAction();
  const turnOn = async () => {
    await callProgram('keys.change', { id, is_active: true }).finally(() => void invalidate('tillKey'));
    toast.success(t('keys.turnedOn', { name }));
  };
  return (
    <>
      <Act
        tone="main"
        size="xs"
        disabled={action.isBusy}
        aria-label={t('keys.turnOnNamed', { name })}
        onClick={() => void action.run(turnOn)}
        text={t('keys.turnOn')}
      />
      <FailureCallout failure={action.failure} />
    </>
  );
};

const useFacts = ({ terminal, last_used_at, refund_largest, refund_per_day, ...key }: TillKey): string => {
  const { t } = useTranslation('till');
  const dates = useDates();
  const limit = useTerminalLimit(terminal);
  const purpose = purposeOf(PERMISSIONS.filter((permission) => key[permission]));
  return [
    purpose === undefined ? t('keys.otherRights') : `${t(`keys.purposes.${purpose}`)}.`,
    limit,
    key.is_active ? '' : t('keys.off'),
    key.own_sales_only ? t('keys.onlyOwn') : '',
    key.catalog_prices_only ? t('keys.onlyCatalogPrices') : '',
    key.catalog_read_only ? t('keys.readsCatalog') : '',
    refund_largest === null ? '' : t('keys.refundLargest', { amount: formatAmount(refund_largest) }),
    refund_per_day === null ? '' : t('keys.refundPerDay', { amount: formatAmount(refund_per_day) }),
    last_used_at === null ? t('keys.unused') : t('keys.used', { at: dates.moment(Date.parse(last_used_at)) }),
  ]
    .filter((part) => part !== '')
    .join(' ');
};

interface ConfirmProps extends KeyRowProps {
  what: 'rotate' | 'revoke';
  onClose(): void;
}

const Confirm = ({ tillKey: { id, name }, what, onIssued, onClose }: ConfirmProps) => {
  const { t } = useTranslation('till');
  const invalidate = useInvalidate();
  const toast = useToast();
  const changes = {
    rotate: async () => {
      const issued = await callProgram('keys.rotate', { id });
      onClose();
      onIssued(issued);
    },
    revoke: async () => {
      await callProgram('keys.revoke', { id });
      onClose();
      toast.success(t('keys.revoked', { name }));
    },
  };
  return (
    <ConfirmAction
      title={t(`keys.${what}Title`, { name })}
      keep={t('cancel')}
      confirm={t(`keys.${what}Named`, { name })}
      run={() => changes[what]().finally(() => void invalidate('tillKey'))}
      onClose={onClose}
    >
      {t(`keys.${what}Text`)}
    </ConfirmAction>
  );
};

/** A key as the form hands it on; the value is shown once. */
interface IssuedKey {
  key: string;
  name: string;
  terminal: number | null;
}

const KeyForm = ({ onIssued, onCancel }: { onIssued(issued: IssuedKey): void; onCancel(): void }) => {
  const { t } = useTranslation('till');
  const invalidate = useInvalidate();
  const { data: terminals = [] } = useQuery(terminalsQuery);
  const [name, setName] = useState(t('keys.defaultName'));
  const [purpose, setPurpose] = useState<Purpose>('charge');
  const [terminal, setTerminal] = useState<number>();
  const [isOwnOnly, setIsOwnOnly] = useState(false);
  const [isCatalogOnly, setIsCatalogOnly] = useState(false);
  const [isCatalogReadOnly, setIsCatalogReadOnly] = useState(false);
  const form = useForm(false, async (isThere) => {
    const issued = await callProgram('keys.add', {
      name,
      permissions: [...PURPOSES[purpose]],
      terminal: terminal ?? null,
      own_sales_only: isOwnOnly,
      catalog_prices_only: isCatalogOnly,
      catalog_read_only: isCatalogReadOnly,
    }).finally(() => void invalidate('tillKey'));
    if (isThere()) onIssued(issued);
  });
  const refusal = form.failure?.kind === 'invalid' ? form.failure.codes?.name?.[0]?.code : undefined;
  return (
    <Form gap="sm" onSubmit={form.onSubmit} autoComplete="off" aria-label={t('keys.open')}>
      <TextInput
        label={t('keys.name')}
        description={t('keys.nameHint')}
        autoFocus
        value={name}
        error={refusal === undefined ? null : t(refusal === 'unique' ? 'keys.taken' : 'keys.badName')}
        onChange={(event) => {
          setName(event.currentTarget.value);
          form.forget();
        }}
      />
      <PurposeField value={purpose} onChange={setPurpose} />
      <TerminalPicker from={terminals} value={terminal} onChange={setTerminal} hasAll />
      <Switch
        label={t('keys.ownOnly')}
        description={t('keys.ownOnlyText')}
        checked={isOwnOnly}
        onChange={(event) => setIsOwnOnly(event.currentTarget.checked)}
      />
      <Switch
        label={t('keys.catalogOnly')}
        description={t('keys.catalogOnlyText')}
        checked={isCatalogOnly}
        onChange={(event) => setIsCatalogOnly(event.currentTarget.checked)}
      />
      <Switch
        label={t('keys.catalogReadOnly')}
        description={t('keys.catalogReadOnlyText')}
        disabled={isCatalogOnly}
        checked={isCatalogOnly || isCatalogReadOnly}
        onChange={(event) => setIsCatalogReadOnly(event.currentTarget.checked)}
      />
      <FailureCallout failure={form.failure} ownErrorFields={['name']} />
      <FormButtons submit={t('keys.make')} isBusy={form.isBusy} onCancel={onCancel} />
    </Form>
  );
};
