import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ActionLogState } from '../../../shared/api/actions.ts';
import { Strip } from '../../ui/callout.tsx';
import { LogFault } from './log-state.tsx';

/** What Today says of the log of actions: that it was changed, and that something was odd. */
export const ActionAlerts = ({ state }: { state: ActionLogState }) => {
  const { t } = useTranslation('actions');
  return (
    <>
      <LogFault state={state} />
      {state.recent_oddities > 0 ? (
        <Strip tone="waiting" title={t('alert.title', { count: state.recent_oddities })}>
          <Link to="/employees/oddities">{t('alert.look')}</Link>
        </Strip>
      ) : null}
    </>
  );
};
