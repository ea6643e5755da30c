import type { PropsWithChildren, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SidePanel as Panel, SidePanelHead, type SidePanelProps } from '../../ui/side-panel.tsx';
import type { Opened } from './search.ts';
import { useOpen } from './use-open.ts';

type Props = Omit<SidePanelProps, 'stays' | 'onClose'> & { open: Opened };

export const SidePanel = ({ open: own, ...panel }: Props) => {
  const open = useOpen();
  return (
    <Panel
      {...panel}
      onClose={() => open(undefined)}
      stays={({ pathname, search }) => pathname === '/employees' && 'open' in search && search.open === own}
    />
  );
};

export const PanelHead = ({ title, children }: PropsWithChildren<{ title: ReactNode }>) => {
  const { t } = useTranslation('employees');
  const open = useOpen();
  return (
    <SidePanelHead title={title} closeLabel={t('panel.close')} onClose={() => open(undefined)}>
      {children}
    </SidePanelHead>
  );
};
