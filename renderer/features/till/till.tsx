import { Anchor, Code, List, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { Trans, useTranslation } from 'react-i18next';
import { CopyLine } from '../../ui/copy-button.tsx';
import { GuideLink } from '../../ui/guide-link.tsx';
import { Panel, PanelPart, PanelRow } from '../../ui/panel.tsx';
import { AccountCard } from './account-card.tsx';
import { AccountForm } from './account-form.tsx';
import type { IssuedCredentials } from './command.ts';
import { CopyBlock } from './copy-block.tsx';
import { renewCommand, requestCommand, signInCommand } from './curl.ts';
import { IssuePanel } from './issue-panel.tsx';
import { Keys } from './keys/keys.tsx';
import { Origins } from './origins.tsx';
import { PracticeSale } from './practice-sale.tsx';
import { Requests } from './requests.tsx';
import classes from './till.module.css';
import { useBaseUrl } from './use-base-url.ts';
import { Webhooks } from './webhooks/webhooks.tsx';

/** Connecting a till app: address, keys, a practice sale, request log, webhooks, account. */
export const Till = () => (
  <>
    <Address />
    <Keys />
    <PracticeSale />
    <Requests />
    <Webhooks />
    <Origins />
    <Account />
    <SigningIn />
    <Reference />
  </>
);

/** Creates the till app's account: a form, then the credentials. */
const Account = () => {
  const { t } = useTranslation('till');
  return (
    <IssuePanel<IssuedCredentials>
      title={t('account.title')}
      text={t('account.text')}
      open={{ label: t('account.open'), icon: <IconUserPlus size={18} aria-hidden /> }}
      leave={{ title: t('card.leaveTitle'), text: t('card.leaveText') }}
      form={(onMade, onCancel) => <AccountForm onMade={onMade} onCancel={onCancel} />}
      issued={(credentials, onDone) => <AccountCard credentials={credentials} onDone={onDone} />}
    />
  );
};

const Address = () => {
  const { t } = useTranslation('till');
  return (
    <Panel title={t('address.title')} text={t('address.text')}>
      <PanelPart>
        <CopyLine text={useBaseUrl()} />
      </PanelPart>
    </Panel>
  );
};

const THINGS = ['minor', 'key', 'paid', 'watch', 'refusal'] as const;

/** The basics for programmers of till apps, and a link to the reference. */
const Reference = () => {
  const { t } = useTranslation('till');
  return (
    <>
      <Panel title={t('know.title')} text={t('know.text')}>
        <PanelPart>
          <List size="sm" spacing={6}>
            {THINGS.map((thing) => (
              <List.Item key={thing}>
                <Trans t={t} i18nKey={`know.${thing}`} components={{ code: <Code /> }} />
              </List.Item>
            ))}
          </List>
        </PanelPart>
      </Panel>
      <Panel title={t('reference.title')}>
        <PanelRow label={t('reference.docs')} text={t('reference.docsText')}>
          <Anchor href="/docs/" target="_blank" rel="noopener" size="sm">
            {t('reference.openDocs')}
          </Anchor>
        </PanelRow>
        <PanelRow label={t('reference.openapi')} text={t('reference.openapiText')}>
          <Anchor href="/api/v1/openapi.json" target="_blank" rel="noopener" size="sm">
            openapi.json
          </Anchor>
        </PanelRow>
        <PanelRow label={t('reference.examples')} text={t('reference.examplesText')}>
          <GuideLink guide="till" size="sm">
            /docs/till/
          </GuideLink>
        </PanelRow>
      </Panel>
    </>
  );
};

/** Three commands that run one after another in one shell: a till app's whole cycle. */
const SigningIn = () => {
  const { t } = useTranslation('till');
  const base = useBaseUrl();
  const commands = {
    enter: signInCommand(base, { username: t('steps.username'), password: t('steps.password') }),
    ask: requestCommand(base),
    renew: renewCommand(base),
  };
  return (
    <Panel title={t('steps.title')} text={t('steps.text')}>
      <PanelPart>
        <ol className={classes.steps}>
          {(['enter', 'ask', 'renew'] as const).map((step) => (
            <li key={step}>
              <Text size="sm">
                <Trans t={t} i18nKey={`steps.${step}`} components={{ code: <Code /> }} />
              </Text>
              <CopyBlock text={commands[step]} label={t(`steps.copy.${step}`)} />
            </li>
          ))}
        </ol>
      </PanelPart>
    </Panel>
  );
};
