import { IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/api/employees.ts';
import { Key } from '../../kit/key.tsx';
import { lazyScreenPart } from '../lazy-screen-part.ts';
import type { PanelKey } from './panel-key.ts';
import classes from './search-box.module.css';

const Panel = lazyScreenPart(['search'], async () => (await import('./panel.tsx')).SearchPanel);
const OwnPin = lazyScreenPart(['people'], async () => (await import('../own-pin.tsx')).OwnPin);

const KEYS: Partial<Record<string, PanelKey>> = { ArrowUp: 'up', ArrowDown: 'down', Enter: 'open' };

interface SearchBoxProps {
  account: Account;
  /** The field, which Ctrl K focuses: what is typed from then on is in it. */
  field: RefObject<HTMLInputElement | null>;
  onShortcuts(): void;
}

/** The one search for everything, in the header. Its panel is loaded when it is first used. */
export const SearchBox = ({ account, field, onShortcuts }: SearchBoxProps) => {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const [isPinOpen, setIsPinOpen] = useState(false);
  const [keys, setKeys] = useState<readonly PanelKey[]>([]);
  const returnTo = useRef<Element>(null);
  const panel = useId();

  const close = (isFocusKept = false): void => {
    setIsOpen(false);
    setKeys([]);
    setActive(undefined);
    if (!isFocusKept && returnTo.current instanceof HTMLElement) returnTo.current.focus();
    if (field.current === document.activeElement) field.current?.blur();
  };
  // Another screen has what was looked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another screen is opened
  useEffect(() => setIsOpen(false), [pathname]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
      return;
    }
    const key = event.key === 'Enter' && (event.ctrlKey || event.metaKey) ? 'toCart' : KEYS[event.key];
    if (key === undefined) return;
    event.preventDefault();
    setIsOpen(true);
    setKeys([...keys, key]);
  };

  return (
    <search className={classes.box} data-open={isOpen || undefined}>
      <label className={classes.field}>
        <IconSearch size={20} stroke={1.7} aria-hidden />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={t('palette.label')}
          // Not before its list is there.
          aria-expanded={isOpen && active !== undefined}
          aria-controls={active === undefined ? undefined : panel}
          aria-autocomplete="list"
          aria-activedescendant={active}
          placeholder={t('palette.find')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setIsOpen(true);
          }}
          onFocus={(event) => {
            if (event.relatedTarget) returnTo.current = event.relatedTarget;
            event.currentTarget.select();
            setIsOpen(true);
          }}
          onBlur={() => close(true)}
          onKeyDown={onKeyDown}
        />
        <Key name={isOpen ? 'Esc' : 'Ctrl K'} />
      </label>
      {isOpen ? (
        // A press in the panel must not take the focus from the field.
        // biome-ignore lint/a11y/noStaticElementInteractions: the options inside are what is pressed
        <div className={classes.panel} onMouseDown={(event) => event.preventDefault()}>
          <Suspense>
            <Panel
              id={panel}
              account={account}
              text={text.trim()}
              keys={keys}
              onKeysTaken={() => setKeys([])}
              onActive={setActive}
              onClose={close}
              onShortcuts={onShortcuts}
              onPin={() => setIsPinOpen(true)}
            />
          </Suspense>
        </div>
      ) : null}
      {isPinOpen ? (
        <Suspense>
          <OwnPin onClose={() => setIsPinOpen(false)} />
        </Suspense>
      ) : null}
    </search>
  );
};
