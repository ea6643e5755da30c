import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../kit/act.tsx';
import { type TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { useCanWriteCatalog } from '../../shop/session/account.ts';
import { PARTS, type Part } from './search.ts';

/** Each part of the catalog is a page of its own. */
export const Catalog = () => <Outlet />;

/** The tabs of the catalog's parts. */
export const Tabs = ({ part }: { part: Part }) => {
  const { t } = useTranslation('catalog');
  const tabs = PARTS.map(
    (name): TabLink => ({
      name,
      label: t(`parts.${name}`),
      link: { to: '/catalog/$part', params: { part: name } },
    }),
  );
  return (
    <>
      <TabLinks label={t('parts.label')} tabs={tabs} shown={part} />
      {useCanWriteCatalog() ? null : <Hint role="note">{t('readOnly')}</Hint>}
    </>
  );
};
