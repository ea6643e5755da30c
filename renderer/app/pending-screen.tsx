import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../api/live-provider.tsx';
import { EmptyState, LoadingState } from '../kit/query-view.tsx';

/** A section whose program part is still loading: a click is answered also while the service is away. */
export const PendingScreen = () => {
  const { t } = useTranslation();
  const connection = useConnection();
  if (connection.state !== 'lost') return <LoadingState rows={8} />;
  return (
    <div role="status">
      <EmptyState isCard icon={IconPlugConnectedX} title={t('pending.title')}>
        {t('pending.text')}
      </EmptyState>
    </div>
  );
};
