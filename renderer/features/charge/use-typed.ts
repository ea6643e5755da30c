import { type RefObject, useEffect, useEffectEvent } from 'react';
import { putValue } from '../../lib/put-value.ts';
import { type EarlyInput, takeEarlyKeys } from '../../shop/session/early-inputs.ts';
import type { DraftStore } from './draft-store.ts';
import type { useScans } from './scan/use-scans.ts';

interface TypedPorts {
  search: RefObject<HTMLInputElement | null>;
  display: RefObject<HTMLInputElement | null>;
  store: DraftStore;
  scans: ReturnType<typeof useScans>;
  /** What was scanned before the form was there. */
  firstScan: string | undefined;
  onFirstScan(): void;
  /** Whether a sum may be typed. */
  isAmountTaken: boolean;
  /** The sum field of the open pane of cash or parts; undefined: no pane is open. */
  tender: RefObject<HTMLInputElement | null> | undefined;
  show(mode: 'amount' | 'lines', field: RefObject<HTMLInputElement | null>): void;
}

/** Once what was typed before is rendered. */
const typeInto = (field: RefObject<HTMLInputElement | null>, text: string): void =>
  void requestAnimationFrame(() => {
    field.current?.focus();
    if (field.current) putValue(field.current, field.current.value + text);
  });

/** Presses a key where the focus is by now. */
const pressAgain = (event: KeyboardEvent): void =>
  void requestAnimationFrame(() => {
    const target = document.activeElement ?? document.body;
    const isTaken = !target.dispatchEvent(new KeyboardEvent(event.type, event));
    // A browser submits no form for a key that a script pressed.
    if (!isTaken && !event.ctrlKey && target instanceof HTMLInputElement) target.form?.requestSubmit();
  });

/** Gives what was typed or scanned while no field had the focus to what takes it. */
export const useTyped = (ports: TypedPorts): ((inputs: EarlyInput[]) => void) => {
  const { search, display, store, scans, firstScan } = ports;
  /** Digits are a sum, letters a product. */
  const type = (text: string): void => {
    if (ports.tender) typeInto(ports.tender, text);
    else if (!ports.isAmountTaken || !/^[\d.,\s]+$/u.test(text)) {
      ports.show('lines', search);
      typeInto(search, text);
    } else {
      ports.show('amount', display);
      store.fill({ type: 'amount', amount: store.get().form.amount + text });
    }
  };
  const replay = useEffectEvent((inputs: EarlyInput[]): void => {
    for (const input of inputs) {
      if ('scan' in input) scans.take(input.scan);
      else if ('noise' in input) scans.noise();
      else if ('text' in input) type(input.text);
      else pressAgain(input.enter);
    }
  });
  useEffect(() => takeEarlyKeys('charge', replay), []);
  const scanFirst = useEffectEvent((code: string): void => {
    scans.take(code);
    ports.onFirstScan();
  });
  useEffect(() => {
    if (firstScan !== undefined) scanFirst(firstScan);
  }, [firstScan]);
  return replay;
};
