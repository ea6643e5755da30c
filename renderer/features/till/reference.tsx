import { Anchor, Code, List } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { Panel, PanelPart, PanelRow } from '../../ui/panel.tsx';

const THINGS = ['minor', 'key', 'paid', 'watch', 'refusal'] as const;

/** What whoever programs a till has to know first, and where the rest is. */
export const Reference = () => {
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
          <Code>docs/for-your-till.md</Code>
        </PanelRow>
      </Panel>
    </>
  );
};
