import { Drawer, VisuallyHidden } from '@mantine/core';
import { type PropsWithChildren, useEffect, useSyncExternalStore } from 'react';
import classes from './side-frame.module.css';

interface SideFrameProps extends PropsWithChildren {
  /** The accessible name. */
  label: string;
  onClose(): void;
  /** A dialog is open above and owns the focus and Escape. */
  isCovered: boolean;
}

/** Over the list, so that opening it moves nothing; the list stays in reach where there is room for both. */
export const SideFrame = (props: SideFrameProps) =>
  useIsWide() ? <SidePanel {...props} /> : <SideDrawer {...props} />;

/** From this width enough of the list is seen beside it. */
const WIDE = matchMedia('(min-width: 80em)');
let wasWide = WIDE.matches;

/** Printing changes the width too, and must not unmount the content. */
const readWide = (): boolean => {
  if (document.body.dataset.printing === undefined) wasWide = WIDE.matches;
  return wasWide;
};

const useIsWide = (): boolean =>
  useSyncExternalStore((listener) => {
    WIDE.addEventListener('change', listener);
    return () => WIDE.removeEventListener('change', listener);
  }, readWide);

/** Open overlays that handle Escape themselves. */
const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"], [aria-expanded="true"]';

const SidePanel = ({ label, onClose, isCovered, children }: SideFrameProps) => {
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
    <aside className={classes.panel} aria-label={label}>
      {children}
    </aside>
  );
};

const SideDrawer = ({ label, onClose, isCovered, children }: SideFrameProps) => {
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
      <Drawer.Content aria-label={label}>
        <VisuallyHidden>
          <Drawer.Title>{label}</Drawer.Title>
        </VisuallyHidden>
        <Drawer.Body p="md">{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
};
