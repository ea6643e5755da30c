import { useEffect, useEffectEvent } from 'react';
import { isLocked } from '../../../session/hotkeys.ts';
import { judgeKey, NO_BURST, type Stroke, type Verdict } from './scanner.ts';

interface ScannerListener {
  onScan(code: string): void;
  /** A scan that was read in part. */
  onNoise(): void;
}

type Field = HTMLInputElement | HTMLTextAreaElement;
interface Snapshot {
  value: string;
  start: number | null;
  end: number | null;
}

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** A field that finds codes by itself takes short ones, and those with letters, as if they were typed. */
const isLeftToField = (target: EventTarget | null, typed: string): boolean =>
  target instanceof HTMLElement && target.dataset.listSearch !== undefined && !/^\d{6,}$/.test(typed);

const isElsewhere = (target: EventTarget | null): boolean =>
  isLocked() ||
  (target instanceof HTMLInputElement && target.type === 'password') ||
  document.querySelector('dialog[open], [aria-modal="true"]') !== null;

/** A scanner types Latin letters by their place on the keyboard, whatever the layout. */
const keyOf = ({ key, code, shiftKey }: KeyboardEvent): string => {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter === undefined || key.length !== 1) return key;
  return shiftKey ? letter : letter.toLowerCase();
};

const strokeOf = (event: KeyboardEvent): Stroke => {
  const { timeStamp, repeat, ctrlKey, altKey, metaKey, isComposing } = event;
  return {
    key: keyOf(event),
    at: timeStamp,
    isSpecial: repeat || ctrlKey || altKey || metaKey || isComposing,
  };
};

const putBack = (field: Field, { value, start, end }: Snapshot): void => {
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  // React overrides the property of the element itself.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.setSelectionRange(start, end);
};

/**
 * Listens to a barcode scanner wherever the focus is, except in dialogs, password fields and behind the lock. What a scan
 * has typed into a field before it was recognised is taken out again, and its Enter presses nothing.
 */
export const useScanner = (listener: ScannerListener): void => {
  const onScan = useEffectEvent(listener.onScan);
  const onNoise = useEffectEvent(listener.onNoise);
  useEffect(() => {
    let burst = NO_BURST;
    const touched = new Map<Field, Snapshot>();
    const forget = (): void => {
      burst = NO_BURST;
      touched.clear();
    };
    const clean = (): void => {
      for (const [field, snapshot] of touched) putBack(field, snapshot);
      touched.clear();
    };
    /** Keeps a key of a scanner from the screen. */
    const keep = (event: KeyboardEvent, verdict: Verdict): void => {
      event.preventDefault();
      event.stopImmediatePropagation();
      clean();
      if (verdict.kind === 'scan') onScan(verdict.code);
      if (verdict.kind === 'noise') onNoise();
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isElsewhere(event.target)) {
        forget();
        return;
      }
      const before = burst.text;
      const [next, verdict] = judgeKey(burst, strokeOf(event));
      burst = next;
      // A key that belongs to no burst so far: what was typed before it stays.
      if (verdict.kind === 'typing' && next.text.length <= 1) touched.clear();
      if (verdict.kind !== 'typing' && !isLeftToField(event.target, next.text || before))
        keep(event, verdict);
    };
    const onBeforeInput = ({ target }: Event): void => {
      if (burst.text === '' || !isField(target) || touched.has(target)) return;
      touched.set(target, { value: target.value, start: target.selectionStart, end: target.selectionEnd });
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    addEventListener('beforeinput', onBeforeInput, { capture: true });
    return () => {
      removeEventListener('keydown', onKeyDown, { capture: true });
      removeEventListener('beforeinput', onBeforeInput, { capture: true });
    };
  }, []);
};
