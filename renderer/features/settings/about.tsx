import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isDesktop } from '../../data/bridge.ts';
import { computerQuery } from '../../data/program-queries.ts';
import { systemQuery } from '../../data/queries.ts';
import { CopyLine } from '../../ui/copy-button.tsx';
import { Panel, PanelPart, PanelRow } from '../../ui/panel.tsx';
import { Updates } from './updates.tsx';

/** Which Kramar this is, how it becomes a newer one, and where its things are. */
export const About = () => {
  const { t } = useTranslation('settings');
  const { data: system } = useQuery(systemQuery);
  const { data: computer } = useQuery(computerQuery);
  return (
    <>
      <Panel title={t('about.title')} text={t('about.text')}>
        <PanelRow label={t('about.version')}>
          <Text size="sm" className="figures">
            {system?.version ?? ''}
          </Text>
        </PanelRow>
        <PanelRow label={t('about.licence')} text={t('about.licenceText')}>
          <Text size="sm">MIT</Text>
        </PanelRow>
        {computer ? (
          <>
            <PanelRow label={t('folders.label.data')} text={computer.data_folder} />
            <PanelRow label={t('folders.label.logs')} text={computer.log_folder} />
          </>
        ) : null}
      </Panel>
      {isDesktop ? <Updates /> : null}
      {isDesktop ? null : (
        <Panel title={t('folders.title')} text={t('about.foldersText')}>
          <PanelPart>
            <CopyLine text="npm run admin -- doctor" />
          </PanelPart>
        </Panel>
      )}
    </>
  );
};
