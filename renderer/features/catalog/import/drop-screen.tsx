import { IconFileImport } from '@tabler/icons-react';
import { type PropsWithChildren, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLocked } from '../../../session/hotkeys.ts';
import classes from './import.module.css';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** A file may be dropped anywhere on the screen: who aims misses, and the browser would open it in place of Kramar. */
export const DropScreen = ({ onFile, children }: PropsWithChildren<{ onFile(file: File): void }>) => {
  const { t } = useTranslation('catalog');
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    // Going from one piece of the screen to the next leaves the first: what is left counts.
    let depth = 0;
    const settle = (change: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = Math.max(0, depth + change);
      setIsOver(depth > 0 && !isLocked());
    };
    const enter = settle(1);
    const over = settle(0);
    const leave = settle(-1);
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setIsOver(false);
      const file = event.dataTransfer?.files[0];
      // Behind a dialog nothing is to move, nor behind the sign-in.
      if (file && !isLocked() && !document.querySelector('[role="dialog"]')) take(file);
    };
    const events = [
      ['dragenter', enter],
      ['dragover', over],
      ['dragleave', leave],
      ['drop', drop],
    ] as const;
    for (const [name, listener] of events) addEventListener(name, listener);
    return () => {
      for (const [name, listener] of events) removeEventListener(name, listener);
    };
  }, []);
  return (
    <>
      {children}
      {isOver ? (
        <div className={classes.drop} aria-hidden>
          <div className={classes.dropWords}>
            <IconFileImport size={40} stroke={1.5} />
            {t('import.drop')}
          </div>
        </div>
      ) : null}
    </>
  );
};
