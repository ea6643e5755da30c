import { Drawer, VisuallyHidden } from '@mantine/core';
import { type PropsWithChildren, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './frame.module.css';

interface FrameProps extends PropsWithChildren {
  onClose(): void;
  /** A dialog of its own is open above: the focus and Escape are that one's. */
  isCovered: boolean;
}

/** Beside the list where there is room, else over it. */
export const Frame = (props: FrameProps) =>
  useIsWide() ? <SidePanel {...props} /> : <SideDrawer {...props} />;

/** From here up there is room for the list beside it. */
const WIDE = matchMedia('(min-width: 80em)');
let wasWide = WIDE.matches;

/** Paper is narrow too, for the browser: what is being printed is not to be taken away by that. */
const readWide = (): boolean => {
  if (document.body.dataset.printing === undefined) wasWide = WIDE.matches;
  return wasWide;
};

const useIsWide = (): boolean =>
  useSyncExternalStore((listener) => {
    WIDE.addEventListener('change', listener);
    return () => WIDE.removeEventListener('change', listener);
  }, readWide);

/** Where Escape belongs to something that is open above: a menu, a dialog, a field with its list. */
const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"], [aria-expanded="true"]';

const SidePanel = ({ onClose, isCovered, children }: FrameProps) => {
  const { t } = useTranslation('invoices');
  useEffect(() => {
    if (isCovered) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const isElsewhere = event.target instanceof Element && event.target.closest(OVERLAYS) !== null;
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere) onClose();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onClose, isCovered]);
  return (
    <aside className={`card ${classes.panel}`} aria-label={t('details.label')}>
      {children}
    </aside>
  );
};

const SideDrawer = ({ onClose, isCovered, children }: FrameProps) => {
  const { t } = useTranslation('invoices');
  return (
    <Drawer.Root
      opened
      onClose={onClose}
      closeOnEscape={!isCovered}
      trapFocus={!isCovered}
      size="30rem"
      position="right"
      returnFocus={false}
      classNames={{ content: classes.drawer }}
    >
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content aria-label={t('details.label')}>
        <VisuallyHidden>
          <Drawer.Title>{t('details.label')}</Drawer.Title>
        </VisuallyHidden>
        <Drawer.Body className={classes.body}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
};
