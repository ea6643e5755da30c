import { type RefObject, useEffect, useEffectEvent } from 'react';
import { preferencesStore } from '../../../lib/preferences.ts';
import { putValue } from '../../../lib/put-value.ts';
import { isDialogOpen, isLocked } from '../hotkeys.ts';
import {
  BURST_LENGTH,
  type Burst,
  characterOf,
  FNC1,
  judgeKey,
  judgePause,
  NO_BURST,
  PAUSE_MS,
  type ScannerSetup,
  type Stroke,
  type Verdict,
} from './scanner.ts';

interface ScannerListener {
  onScan(code: string): void;
  /** A scan that was read in part. */
  onNoise?(): void;
  /** Something in a form: only while the focus is in that form, or nowhere, is the scanner listened to. */
  inForm?: RefObject<HTMLElement | null>;
  /** Of a screen that is a dialog itself. */
  isOverDialog?: true;
}

type Field = HTMLInputElement | HTMLTextAreaElement;
interface Snapshot {
  value: string;
  start: number | null;
  end: number | null;
}

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** A field that finds codes by itself takes short ones as if they were typed, unless the layout has made others of them. */
const isLeftToField = (
  target: EventTarget | null,
  { text, typed }: { text: string; typed: string },
): boolean =>
  target instanceof HTMLElement &&
  target.dataset.listSearch !== undefined &&
  text.length < BURST_LENGTH &&
  typed.toLowerCase() === text.toLowerCase();

const isElsewhere = (
  target: EventTarget | null,
  form: HTMLElement | null | undefined,
  isOverDialog: boolean,
): boolean => {
  if (isLocked() || (target instanceof HTMLInputElement && target.type === 'password')) return true;
  if (form) return target instanceof Node && target !== document.body && !form.contains(target);
  return !isOverDialog && isDialogOpen();
};

export const setupOf = (): ScannerSetup => {
  const { scannerPrefix, scannerSuffix } = preferencesStore.get();
  return { prefix: scannerPrefix, suffix: scannerSuffix };
};

export const strokeOf = (event: KeyboardEvent): Stroke => {
  const { key, code, timeStamp, repeat, ctrlKey, altKey, metaKey, isComposing } = event;
  if (ctrlKey && !altKey && !metaKey && code === 'BracketRight')
    return { key: FNC1, typed: FNC1, at: timeStamp };
  const character = characterOf(event);
  return {
    key: character,
    typed: [...key].length === 1 ? key : character,
    at: timeStamp,
    isSpecial: repeat || ctrlKey || altKey || metaKey || isComposing,
  };
};

const putBack = (field: Field, { value, start, end }: Snapshot): void => {
  putValue(field, value);
  field.setSelectionRange(start, end);
};

/** From so many quick keys outside a field on they are no person's: they must not work as shortcuts or press a button. */
const KEPT_FROM = 3;
const isKept = (before: Burst, next: Burst, target: EventTarget | null): boolean =>
  next !== before && next.text.length >= KEPT_FROM && !isField(target);

/**
 * Listens to a barcode scanner wherever the focus is, except in dialogs, password fields and behind the lock. What a scan
 * has typed into a field before it was recognised is taken out again, and its Enter presses nothing.
 */
export const useScanner = (listener: ScannerListener): void => {
  const onScan = useEffectEvent(listener.onScan);
  const onNoise = useEffectEvent(() => listener.onNoise?.());
  const { inForm, isOverDialog = false } = listener;
  useEffect(() => {
    let burst = NO_BURST;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const touched = new Map<Field, Snapshot>();
    const forget = (): void => {
      burst = NO_BURST;
      touched.clear();
    };
    const finish = (verdict: Verdict): void => {
      for (const [field, snapshot] of touched) putBack(field, snapshot);
      touched.clear();
      if (verdict.kind === 'scan') onScan(verdict.code);
      if (verdict.kind === 'noise') onNoise();
    };
    const keep = (event: KeyboardEvent): void => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const onPause = (): void => {
      const verdict = judgePause(burst, setupOf());
      if (verdict.kind === 'typing') return;
      burst = NO_BURST;
      finish(verdict);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      clearTimeout(pause);
      const stroke = strokeOf(event);
      // Where the page was busy, the next key is heard before the timer of the pause.
      if (stroke.at - burst.at >= PAUSE_MS) onPause();
      if (isElsewhere(event.target, inForm?.current?.closest('form'), isOverDialog)) {
        forget();
        return;
      }
      const before = burst;
      const [next, verdict] = judgeKey(burst, stroke, setupOf());
      burst = next;
      pause = setTimeout(onPause, PAUSE_MS);
      if (verdict.kind === 'typing') {
        // A key that belongs to no burst so far: what was typed before it stays.
        if (next !== before && next.text.length <= 1) touched.clear();
        if (isKept(before, next, event.target)) keep(event);
      } else if (!isLeftToField(event.target, next.text === '' ? before : next)) {
        keep(event);
        finish(verdict);
      }
    };
    const onBeforeInput = ({ target }: Event): void => {
      if (burst.text === '' || !isField(target) || touched.has(target)) return;
      touched.set(target, { value: target.value, start: target.selectionStart, end: target.selectionEnd });
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    addEventListener('beforeinput', onBeforeInput, { capture: true });
    return () => {
      clearTimeout(pause);
      removeEventListener('keydown', onKeyDown, { capture: true });
      removeEventListener('beforeinput', onBeforeInput, { capture: true });
    };
  }, [inForm, isOverDialog]);
};
