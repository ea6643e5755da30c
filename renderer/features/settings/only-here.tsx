import { useTranslation } from 'react-i18next';
import { isDesktop } from '../../data/bridge.ts';

/** The panel's text; in a browser, who can change it and how. */
export const OnlyHere = ({ children }: { children: string }) => {
  const { t } = useTranslation('settings');
  return isDesktop ? children : t('onCommandLine');
};
