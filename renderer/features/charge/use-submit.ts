import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilledCharge } from './attempts.ts';
import { type ChargeTerminal, chargeOf, type Faults } from './charge-of.ts';
import { type DraftState, type DraftStore, openAttempt } from './draft-store.ts';
import type { useChangedPrices } from './use-changed-prices.ts';
import { useCreate } from './use-create.ts';
import type { TerminalSelection } from './use-terminal-selection.ts';

const NO_FAULTS: Faults = { line: new Map(), texts: new Set() };
/** Cash needs no bank connection; the form is checked by the same rules. */
const NO_BANK: ChargeTerminal = { terminal: 1, cashRegister: null };

interface SubmitPorts {
  draft: DraftState;
  store: DraftStore;
  mode: 'amount' | 'lines';
  selection: TerminalSelection;
  isChangedNow: ReturnType<typeof useChangedPrices>['isChangedNow'];
  /** Something was scanned and is not in the cart yet. */
  isLooking: boolean;
  place: RefObject<HTMLFormElement | null>;
  onFaults(): void;
}

/** How the form is charged, and what is wrong with it once that was tried. */
export const useSubmit = (ports: SubmitPorts) => {
  const { draft, store, mode, selection, isChangedNow, isLooking, place, onFaults } = ports;
  const { t } = useTranslation('charge');
  /** How often it could not be charged as it is. */
  const [tries, setTries] = useState(0);
  const forget = useCallback((): void => setTries(0), []);
  const [isWanted, setWanted] = useState(false);
  const isChecking = useRef(false);
  const create = useCreate();
  const { terminal, register } = selection;
  const atBank = terminal && { terminal: terminal.id, cashRegister: register?.id ?? null };

  const readForm = (where: ChargeTerminal | undefined) => {
    const shown = draft.form.mode === 'auto' ? mode : draft.form.mode;
    return where ? chargeOf({ ...store.get().form, mode: shown }, where) : { faults: NO_FAULTS };
  };
  // While it is filled for the first time, nothing depends on what the service would say of it.
  const read = tries > 0 || draft.attempts.length > 0 ? readForm(atBank) : undefined;

  /** The filled form; undefined: its faults are shown. */
  const fillIn = (where: ChargeTerminal | undefined) => {
    if (store.get().form.lines.length > 0) store.fill({ type: 'ownSum', name: t('amount.line') });
    const filled = readForm(where);
    if ('charge' in filled) {
      setTries(0);
      return filled;
    }
    setTries(tries + 1);
    onFaults();
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    return undefined;
  };
  const isBusy = (): boolean => isChecking.current || openAttempt(store.get()) !== undefined;
  const send = (filled: Omit<FilledCharge, 'form'>): void => {
    if (isBusy()) return;
    isChecking.current = true;
    void isChangedNow()
      .then((isChanged) => (isChanged ? store.show(null) : create({ ...filled, form: store.get().form })))
      .finally(() => {
        isChecking.current = false;
      });
  };
  const submit = (): void => {
    if (isBusy()) return;
    // A quick Enter comes before the terminals are read, or before the last product is in the cart.
    if (!atBank || isLooking) {
      setWanted(true);
      return;
    }
    const filled = fillIn(atBank);
    if (filled) send(filled);
  };
  const submitWanted = useEffectEvent((): void => {
    setWanted(false);
    submit();
  });
  const isReady = atBank !== undefined && !isLooking;
  useEffect(() => {
    if (isWanted && isReady) submitWanted();
  }, [isWanted, isReady]);

  return {
    tries,
    /** Faults are shown again only at the next submit. */
    forget,
    faults: tries > 0 && read && 'faults' in read ? read.faults : NO_FAULTS,
    /** Of the form as it stands; undefined: it cannot be charged. */
    charge: read && 'charge' in read ? read.charge : undefined,
    submit,
    /** As soon as it can be. */
    want: (): void => setWanted(true),
    isWanted,
    /** What was scanned is not found: it is not charged without that. */
    unwant: (): void => setWanted(false),
    isLooking,
    /** The filled form as a sale without a bank. */
    fillForCash: () => fillIn(NO_BANK),
    send,
    isBusy,
  };
};
