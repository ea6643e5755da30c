import { useTranslation } from 'react-i18next';
import { CopyLine } from '../../ui/copy-button.tsx';
import { Panel, PanelPart } from '../../ui/panel.tsx';
import { useBaseUrl } from './use-base-url.ts';

export const Address = () => {
  const { t } = useTranslation('till');
  return (
    <Panel title={t('address.title')} text={t('address.text')}>
      <PanelPart>
        <CopyLine text={useBaseUrl()} />
      </PanelPart>
    </Panel>
  );
};
