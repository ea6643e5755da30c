import { useTranslation } from 'react-i18next';
import { callProgram } from '../../../api/bridge.ts';
import { Act } from '../../../kit/act.tsx';
import { FailureLine } from '../../../kit/callout.tsx';
import { Panel, PanelPart } from '../../../kit/panel.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useToast } from '../../../kit/use-toast.ts';

/** Saves all data as one archive, in a folder that the owner chooses. */
export const Everything = () => {
  const { t } = useTranslation('copies');
  const toast = useToast();
  const { isBusy, failure, run } = useAction();
  const save = async (): Promise<void> => {
    const { path } = await callProgram('data.export', {});
    if (path !== null) toast.success(t('everything.done', { path }));
  };
  return (
    <Panel title={t('everything.title')} text={t('everything.text')}>
      <PanelPart>
        <Act loading={isBusy} onClick={() => void run(save)} text={t('everything.start')} />
        <FailureLine failure={failure} />
      </PanelPart>
    </Panel>
  );
};
