import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page.tsx';

export const Employees = () => {
  const { t } = useTranslation();
  return <Page title={t('places.employees')}>{null}</Page>;
};
