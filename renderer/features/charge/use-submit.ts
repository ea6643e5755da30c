import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilledCharge } from './attempts.ts';
import type { useChangedPrices } from './changed-prices.tsx';
import { type ChargeTerminal, chargeOf, type Faults } from './charge-of.ts';
import { type DraftState, type DraftStore, openAttempt } from './draft-store.ts';
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
  place: RefObject<HTMLFormElement | null>;
  onFaults(): void;
}

/** How the form is charged, and what is wrong with it once that was tried. */
export const useSubmit = (ports: SubmitPorts) => {
  const { draft, store, mode, selection, isChangedNow, place, onFaults } = ports;
  const { t } = useTranslation('charge');
  /** How often it could not be charged as it is. */
  const [tries, setTries] = useState(0);
  const forget = useCallback((): void => setTries(0), []);
  const [isWanted, setWanted] = useState(false);
  /** How much of what the seller did waits for the service. */
  const [awaited, setAwaited] = useState(0);
  const queue = useRef(Promise.resolve());
  const create = useCreate();
  const { terminal, register } = selection;
  // The registers are read after the terminals, and the one that was used last may be among them.
  const atBank = selection.query.data &&
    terminal && { terminal: terminal.id, cashRegister: register?.id ?? null };

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
  const isBusy = (): boolean => isWanted || openAttempt(store.get()) !== undefined;
  const send = (filled: Omit<FilledCharge, 'form'>): void =>
    void create({ ...filled, form: store.get().form }, { isChangedNow });
  const submitNow = (): void => {
    const filled = fillIn(atBank);
    if (filled) send(filled);
  };
  const submitWanted = useEffectEvent((): void => {
    setWanted(false);
    submitNow();
  });
  const waitFor = useCallback((work: () => Promise<boolean>): void => {
    setAwaited((before) => before + 1);
    queue.current = queue.current.then(async () => {
      if (!(await work())) setWanted(false);
      setAwaited((before) => before - 1);
    });
  }, []);
  const isLooking = awaited > 0;
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
    /** As soon as it can be: a quick Enter comes before the terminals are read, or before the last product is in the cart. */
    submit: (): void => {
      if (!isBusy()) setWanted(true);
    },
    isWanted,
    /** Something that the seller added is not in the form yet. */
    isLooking,
    /**
     * Runs work that adds to the form, one after another; a sale waits for it.
     * @param work never throws; gives whether something was added: without that, a waiting sale is not made
     */
    waitFor,
    /** The filled form as a sale without a bank. */
    fillForCash: () => fillIn(NO_BANK),
    send,
    isBusy,
  };
};
