import { Anchor, Group, Kbd, SegmentedControl } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, memo, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cart } from '../../../shared/api/carts.ts';
import { Page } from '../../kit/page.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useAccount } from '../../shop/session/account.ts';
import { useGlobalKeys, useKeyDown } from '../../shop/session/hotkeys.ts';
import { AmountPad } from './amount-pad.tsx';
import { attemptOf } from './attempts.ts';
import { formOfCart } from './carts/cart-form.ts';
import { CartNews, CartsButton } from './carts/carts.tsx';
import { ChangedPrices } from './changed-prices.tsx';
import classes from './charge-form.module.css';
import { chargeOf, type Faults } from './charge-of.ts';
import { CustomerButton } from './customer-button.tsx';
import { isBusy } from './draft-store.ts';
import { type Form, type FormAction, isEmpty } from './form.ts';
import { LinesEditor } from './lines-editor.tsx';
import { NoTerminal } from './no-terminal.tsx';
import { OpenStrip } from './open-strip.tsx';
import { ScanNotice } from './scan/scan-notice.tsx';
import { useScans } from './scan/use-scans.ts';
import { Side } from './side.tsx';
import { useChangedPrices } from './use-changed-prices.ts';
import { useFormDraft } from './use-charge-draft.ts';
import { useCreate } from './use-create.ts';
import { cartOf, useCustomerScreen } from './use-customer-screen.ts';
import { useTerminalSelection } from './use-terminal-selection.ts';

const NO_FAULTS: Faults = { line: new Map(), texts: new Set() };

export const ChargeForm = () => {
  const { t: common } = useTranslation();
  const { catalog_prices_only: isCatalogOnly } = useAccount();
  const { draft, store } = useFormDraft(isCatalogOnly);
  const [taken, setTaken] = useState<Cart>();
  const selection = useTerminalSelection();
  const create = useCreate();
  const [isTried, setTried] = useState(false);
  const entry = useRef<HTMLInputElement>(null);
  const formPlace = useRef<HTMLFormElement>(null);
  const isChecking = useRef(false);

  const { form } = draft;
  const prices = useChangedPrices(form);
  useCustomerScreen(cartOf(form));
  const { terminal, register } = selection;
  const readForm = () =>
    terminal
      ? chargeOf(form, { terminal: terminal.id, cashRegister: register?.id ?? null })
      : { faults: NO_FAULTS };
  // While it is filled for the first time, nothing depends on what the service would say of it.
  const read = isTried || draft.attempts.length > 0 ? readForm() : undefined;
  const faults = isTried && read && 'faults' in read ? read.faults : NO_FAULTS;

  // Stable, like every function below that goes to a memoised part: a digit renders its own line only.
  const fill = useCallback(
    (action: FormAction): void => {
      // Faults are shown again only at the next submit.
      if (action.type !== 'line' && action.type !== 'amount' && action.type !== 'details') setTried(false);
      store.fill(action);
    },
    [store],
  );
  const setMode = useCallback(
    (mode: Form['mode']): void => {
      fill({ type: 'mode', mode });
      // The other field is rendered first.
      requestAnimationFrame(() => entry.current?.focus());
    },
    [fill],
  );
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (!terminal || isChecking.current || isBusy(store.get())) return;
    const filled = readForm();
    if ('charge' in filled) {
      setTried(false);
      isChecking.current = true;
      void prices
        .isChangedNow()
        .then((isChanged) => (isChanged ? undefined : create({ ...filled, form })))
        .finally(() => {
          isChecking.current = false;
        });
      return;
    }
    setTried(true);
    requestAnimationFrame(() => focusFault(formPlace.current));
  };
  const addProduct = (product: Parameters<typeof addedProduct>[0]): void => {
    if (form.mode === 'amount') fill({ type: 'mode', mode: 'lines' });
    fill(addedProduct(product));
  };
  const scans = useScans(addProduct, () => isBusy(store.get()));
  const take = useCallback(
    (cart: Cart): void => {
      setTaken(cart);
      store.replace(formOfCart(cart));
    },
    [store],
  );
  useFormKeys({
    onSwitch: () => {
      if (!isCatalogOnly) setMode(form.mode === 'amount' ? 'lines' : 'amount');
    },
    onSubmit: submit,
    focusDisplay: () => entry.current?.focus(),
  });

  const modes = isCatalogOnly ? null : <Modes mode={form.mode} onMode={setMode} />;

  if (selection.query.data === undefined)
    return (
      <Page title={common('places.charge')} actions={selection.query.error ? null : modes}>
        <QueryView query={selection.query} rows={4} height={88}>
          {() => null}
        </QueryView>
      </Page>
    );
  if (!terminal)
    return (
      <Page title={common('places.charge')}>
        <NoTerminal />
      </Page>
    );

  return (
    <Page
      title={common('places.charge')}
      actions={
        <>
          <CartsButton isFormFilled={!isEmpty(form)} onTaken={take} />
          {modes}
        </>
      }
    >
      <OpenStrip />
      <ScanNotice notice={scans.notice} onClose={scans.clear} onAgain={scans.scan} onProduct={addProduct} />
      {taken && form.cart === taken.id ? <CartNews cart={taken} onClose={() => setTaken(undefined)} /> : null}
      <ChangedPrices changed={prices.changed} fill={fill} onKeep={isCatalogOnly ? undefined : prices.keep} />
      <form ref={formPlace} className={classes.form} data-mode={form.mode} onSubmit={submit} noValidate>
        <div className={`card ${classes.entry}`}>
          {form.mode === 'amount' ? (
            <AmountPad entry={entry} value={form.amount} fault={faults.amount} fill={fill} />
          ) : (
            <LinesEditor
              entry={entry}
              form={form}
              faults={faults}
              fill={fill}
              isCatalogOnly={isCatalogOnly}
              changed={prices.changed}
            />
          )}
        </div>
        <Side
          draft={draft}
          faults={faults}
          fill={fill}
          attempt={read && 'charge' in read ? attemptOf(draft.attempts, read.charge) : undefined}
          isCatalogOnly={isCatalogOnly}
        />
      </form>
    </Page>
  );
};

interface ModesProps {
  mode: Form['mode'];
  onMode(mode: Form['mode']): void;
}

/** What is charged, an amount or lines, and ways to other screens of the counter. */
const Modes = memo(({ mode, onMode }: ModesProps) => {
  const { t } = useTranslation('charge');
  const { t: common } = useTranslation();
  return (
    <Group gap="xs">
      <SegmentedControl
        aria-label={t('form.mode')}
        value={mode}
        onChange={(value) => onMode(value === 'lines' ? 'lines' : 'amount')}
        data={[
          { value: 'amount', label: t('form.amount') },
          { value: 'lines', label: t('form.lines') },
        ]}
      />
      <Kbd aria-hidden visibleFrom="sm">
        F3
      </Kbd>
      <CustomerButton />
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/shift" />}>
        {common('palette.shift')}
      </Anchor>
    </Group>
  );
});

const addedProduct = (product: Extract<FormAction, { type: 'add' }>['product']): FormAction => ({
  type: 'add',
  product,
});

const focusFault = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();

interface FormKeys {
  onSwitch(): void;
  onSubmit(): void;
  /** Receives digits typed without a focused field. */
  focusDisplay(): void;
}

/** A dialog has its own keys. */
const isDialogOpen = (): boolean => document.querySelector('dialog[open], [aria-modal="true"]') !== null;

/** Shortcuts of the form, which also work when nothing has the focus. */
const useFormKeys = ({ onSwitch, onSubmit, focusDisplay }: FormKeys): void => {
  useGlobalKeys([
    ['F3', onSwitch],
    [
      'mod+Enter',
      () => {
        if (!isDialogOpen()) onSubmit();
      },
    ],
  ]);
  useKeyDown((event) => {
    // Target <body> means that nothing has the focus; an open dialog has its own target.
    if (event.target !== document.body || event.ctrlKey || event.altKey || event.metaKey) return;
    if (isDialogOpen()) return;
    if (/^[\d.,]$/u.test(event.key)) focusDisplay();
    else if (event.key === 'Enter') onSubmit();
  });
};
