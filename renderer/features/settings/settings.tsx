import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page.tsx';

export const Settings = () => {
  const { t } = useTranslation();
  return <Page title={t('places.settings')}>{null}</Page>;
};
