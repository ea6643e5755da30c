import { Anchor, Code, List } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { GuideLink } from '../../kit/guide-link.tsx';
import { Panel, PanelPart, PanelRow } from '../../kit/panel.tsx';
import { CopyLine } from '../../shop/copy-button.tsx';
import { Keys } from './keys/keys.tsx';
import { Origins } from './origins.tsx';
import { PracticeSale } from './practice-sale.tsx';
import { Requests } from './requests.tsx';
import { useBaseUrl } from './use-base-url.ts';
import { Webhooks } from './webhooks/webhooks.tsx';

/** Connecting a till app: address, keys, a practice sale, request log, webhooks, allowed pages. */
export const Till = () => (
  <>
    <Address />
    <Keys />
    <PracticeSale />
    <Requests />
    <Webhooks />
    <Origins />
    <Reference />
  </>
);

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
