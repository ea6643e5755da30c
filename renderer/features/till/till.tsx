import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { GuideLink } from '../../kit/guide-link.tsx';
import { Panel, PanelPart, PanelRow } from '../../kit/panel.tsx';
import { CopyLine } from '../../shop/copy-button.tsx';
import { Keys } from './keys/keys.tsx';
import { Origins } from './origins.tsx';
import { PracticeSale } from './practice-sale.tsx';
import { Requests } from './requests.tsx';
import { useBaseUrl } from './use-base-url.ts';
import { Webhooks } from './webhooks/webhooks.tsx';

/** Connecting a till app: address, keys, webhooks, allowed pages, its latest requests, a practice sale. */
export const Till = () => (
  <>
    <Address />
    <Keys />
    <Webhooks />
    <Origins />
    <Requests />
    <PracticeSale />
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

/** Where the rest stands. */
const Reference = () => {
  const { t } = useTranslation('till');
  return (
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
  );
};
