import { useTranslation } from 'react-i18next';
import { TabLinks } from '../../ui/tab-links.tsx';

/** The people, what they did, and what of it is odd. */
export const LogTabs = ({ shown }: { shown: 'actions' | 'oddities' }) => {
  const { t } = useTranslation('actions');
  const { t: common } = useTranslation();
  return (
    <TabLinks
      label={t('tabs.label')}
      shown={shown}
      tabs={[
        { name: 'employees', label: common('places.employees'), link: { to: '/employees' } },
        { name: 'actions', label: t('title'), link: { to: '/employees/actions' } },
        { name: 'oddities', label: t('oddities.title'), link: { to: '/employees/oddities' } },
      ]}
    />
  );
};
