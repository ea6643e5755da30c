import { SegmentedControl, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canOperate } from '../../../api/bridge.ts';
import { tillKeysQuery } from '../../../api/program-queries.ts';
import { terminalsQuery } from '../../../api/queries.ts';
import { Panel, PanelPart } from '../../../kit/panel.tsx';
import { ForDevelopers } from '../../../shop/for-developers.tsx';
import { CopyBlock } from '../copy-block.tsx';
import { IssuedList, IssuePanel } from '../issue-panel.tsx';
import { useBaseUrl } from '../use-base-url.ts';
import { exampleOf, isLanguage, LANGUAGES, type Language } from './examples.ts';
import { IssuedSecret } from './issued-secret.tsx';
import { type IssuedKey, KeyForm } from './key-form.tsx';
import { KeyRow } from './key-row.tsx';

const COMMANDS = [
  'npm run admin -- key add --name "Till 1" --can view_invoices,create_invoices',
  'npm run admin -- key list',
  'npm run admin -- key rotate ID',
  'npm run admin -- key revoke ID',
];
/** In place of a key that is not known. */
const NO_KEY = 'kr_…';

/** Keys of tills: made and ended in the window; another browser says where that is. */
export const Keys = () => (canOperate ? <OwnKeys /> : <KeyCommands />);

const KeyCommands = () => {
  const { t } = useTranslation('till');
  return (
    <Panel title={t('keys.title')} text={t('keys.text')}>
      <PanelPart>
        <ForDevelopers commands={COMMANDS} />
      </PanelPart>
      <PanelPart>
        <ExampleBlock apiKey={NO_KEY} terminal={null} />
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
