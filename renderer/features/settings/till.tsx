import { Anchor, Code, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { computerQuery } from '../../api/program-queries.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Panel, PanelPart, PanelRow } from '../../ui/panel.tsx';

/** Where the page itself came from: the service that it shows. */
const HERE = new URL('/api/v1/', location.origin).href;
const STEPS = ['account', 'token', 'renew'] as const;

/** What whoever programs the till has to know first, and where the rest is. */
export const Till = () => {
  const { t } = useTranslation('settings');
  const { data: computer } = useQuery(computerQuery);
  return (
    <>
      <Panel title={t('till.title')} text={t('till.text')}>
        <PanelPart>
          <CopyLine text={computer?.base_url ?? HERE} />
        </PanelPart>
      </Panel>
      <Panel title={t('till.signIn')}>
        <PanelPart>
          <List size="sm" spacing={6} type="ordered">
            {STEPS.map((step) => (
              <List.Item key={step}>
                <Trans t={t} i18nKey={`till.${step}`} components={{ code: <Code /> }} />
              </List.Item>
            ))}
          </List>
        </PanelPart>
      </Panel>
      <Panel title={t('till.more')}>
        <PanelRow label={t('till.docs')} text={t('till.docsText')}>
          <Anchor href="/docs/" target="_blank" rel="noopener" size="sm">
            {t('till.openDocs')}
          </Anchor>
        </PanelRow>
        <PanelRow label={t('till.openapi')} text={t('till.openapiText')}>
          <Anchor href="/api/v1/openapi.json" target="_blank" rel="noopener" size="sm">
            openapi.json
          </Anchor>
        </PanelRow>
      </Panel>
    </>
  );
};
