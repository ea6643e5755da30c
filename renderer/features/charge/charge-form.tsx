import { IconUserPlus } from '@tabler/icons-react';
import { type FormEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cart as HeldCart } from '../../../shared/api/carts.ts';
import { Act } from '../../kit/act.tsx';
import { Page } from '../../kit/page.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { putValue } from '../../lib/put-value.ts';
import { useAccount } from '../../shop/session/account.ts';
import { type EarlyInput, takeEarlyKeys } from '../../shop/session/early-inputs.ts';
import { attemptOf } from './attempts.ts';
import { BankConnection } from './bank-connection.tsx';
import { Cart, PhoneBar, Tender } from './cart.tsx';
import { formOfCart } from './carts/cart-form.ts';
import { CartNews, HeldCarts } from './carts/carts.tsx';
import { ChangedPrices } from './changed-prices.tsx';
import classes from './charge.module.css';
import { chargeOf, type Faults } from './charge-of.ts';
import { openAttempt } from './draft-store.ts';
import { type AddedProduct, type FormAction, isByAmount } from './form.ts';
import { Goods, useShownMode } from './goods.tsx';
import { Key } from './key.tsx';
import { More } from './more.tsx';
import { NoTerminal } from './no-terminal.tsx';
import { CreateFailure, Doubt, useSending } from './outcomes-unknown.tsx';
import { SaleBar } from './sale-bar.tsx';
import { ScanNotice } from './scan/scan-notice.tsx';
import { useScans } from './scan/use-scans.ts';
import { useChangedPrices } from './use-changed-prices.ts';
import { useFormDraft } from './use-charge-draft.ts';
import { useCreate } from './use-create.ts';
import { cartOf, useCustomerScreen } from './use-customer-screen.ts';
import { useFormKeys } from './use-form-keys.ts';
import { useTerminalSelection } from './use-terminal-selection.ts';

const NO_FAULTS: Faults = { line: new Map(), texts: new Set() };
/** How long a scanned line is marked, ms. */
const FLASH_MS = 600;

/** The counter: products or the pad on the left, the cart on the right. */
export const ChargeForm = () => {
  const { t } = useTranslation('charge');
  const { t: common } = useTranslation();
  const { catalog_prices_only: isCatalogOnly } = useAccount();
  const { draft, store } = useFormDraft(isCatalogOnly);
  const { form } = draft;
  const mode = useShownMode(form, isCatalogOnly);
  const [taken, setTaken] = useState<HeldCart>();
  /** How often it could not be charged as it is. */
  const [tries, setTries] = useState(0);
  const [isSubmitWanted, setSubmitWanted] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [scanned, setScanned] = useState<number>();
  const selection = useTerminalSelection();
  const { terminal, register } = selection;
  const create = useCreate();
  const display = useRef<HTMLInputElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const formPlace = useRef<HTMLFormElement>(null);
  const isChecking = useRef(false);
  const prices = useChangedPrices(form);
  useCustomerScreen(cartOf(form));

  const sent = openAttempt(draft);
  const sending = useSending(sent);
  const readForm = () =>
    terminal
      ? chargeOf(
          { ...store.get().form, mode: form.mode === 'auto' ? mode : form.mode },
          { terminal: terminal.id, cashRegister: register?.id ?? null },
        )
      : { faults: NO_FAULTS };
  // While it is filled for the first time, nothing depends on what the service would say of it.
  const read = tries > 0 || draft.attempts.length > 0 ? readForm() : undefined;
  const faults = tries > 0 && read && 'faults' in read ? read.faults : NO_FAULTS;
  const attempt = read && 'charge' in read ? attemptOf(draft.attempts, read.charge) : undefined;

  // Stable, like every function below that goes to a memoised part: a digit renders its own line only.
  const ownSum = t('amount.line');
  const fill = useCallback(
    (action: FormAction): void => {
      // Faults are shown again only at the next submit.
      if (action.type !== 'line' && action.type !== 'amount' && action.type !== 'details') setTries(0);
      // A sum that was typed before becomes a line of its own.
      if (action.type === 'add' && store.get().form.amount !== '')
        store.fill({ type: 'ownSum', name: ownSum });
      store.fill(action);
    },
    [store, ownSum],
  );
  const pick = useCallback((product: AddedProduct): void => fill({ type: 'add', product }), [fill]);
  const show = useCallback(
    (next: 'amount' | 'lines', field?: typeof display): void => {
      if (next === 'lines' && store.get().form.lines.length > 0) store.fill({ type: 'ownSum', name: ownSum });
      store.fill({ type: 'mode', mode: next });
      // The field is rendered first.
      if (field) requestAnimationFrame(() => field.current?.focus());
    },
    [store, ownSum],
  );
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (isChecking.current || openAttempt(store.get())) return;
    // A quick Enter comes before the terminals are read.
    if (!terminal) {
      setSubmitWanted(true);
      return;
    }
    if (store.get().form.lines.length > 0) store.fill({ type: 'ownSum', name: ownSum });
    const filled = readForm();
    if ('charge' in filled) {
      setTries(0);
      isChecking.current = true;
      void prices
        .isChangedNow()
        .then((isChanged) => (isChanged ? undefined : create({ ...filled, form: store.get().form })))
        .finally(() => {
          isChecking.current = false;
        });
      return;
    }
    setTries(tries + 1);
    setSheetOpen(store.get().form.lines.length > 0);
    requestAnimationFrame(() => focusFault(formPlace.current));
  };
  const submitWanted = useEffectEvent((): void => {
    setSubmitWanted(false);
    submit();
  });
  const isReady = terminal !== undefined;
  useEffect(() => {
    if (isSubmitWanted && isReady) submitWanted();
  }, [isSubmitWanted, isReady]);

  const scans = useScans(
    () => {
      const { amount } = store.get().form;
      return (product) => {
        // What was typed since may be the first digit of the next scan: it stays on the pad, and is no line.
        if (store.get().form.amount === amount) pick(product);
        else store.fill({ type: 'add', product });
        const line = store.get().form.lines.findLast((each) => each.product === product.id);
        setScanned(line?.key);
        setTimeout(() => setScanned(undefined), FLASH_MS);
      };
    },
    () => openAttempt(store.get()) !== undefined,
  );
  /** Digits are a sum, letters a product. */
  const type = (text: string): void => {
    if (isCatalogOnly || !/^[\d.,\s]+$/u.test(text)) {
      show('lines', search);
      requestAnimationFrame(() => {
        search.current?.focus();
        if (search.current) putValue(search.current, search.current.value + text);
      });
    } else {
      show('amount', display);
      store.fill({ type: 'amount', amount: store.get().form.amount + text });
    }
  };
  const replay = useEffectEvent((inputs: EarlyInput[]): void => {
    for (const input of inputs) {
      if ('scan' in input) scans.take(input.scan);
      else if ('noise' in input) scans.noise();
      else if ('text' in input) type(input.text);
      else setSubmitWanted(true);
    }
  });
  useEffect(() => takeEarlyKeys('charge', replay), []);

  useFormKeys({
    onSwitch: () => {
      if (isCatalogOnly) return;
      if (mode === 'amount') show('lines');
      else show('amount', display);
    },
    onSearch: () => show('lines', search),
    onSubmit: submit,
    onTyped: replay,
    onBack: () => setSheetOpen(false),
    isByEnter: mode === 'amount' && form.lines.length === 0,
  });

  if (selection.query.error && !selection.query.data)
    return (
      <Page title={common('places.charge')}>
        <QueryView query={selection.query}>{() => null}</QueryView>
      </Page>
    );
  if (selection.query.data && !terminal)
    return (
      <Page title={common('places.charge')}>
        <NoTerminal />
      </Page>
    );

  const isAmount = isByAmount({ ...form, mode });
  return (
    <form
      ref={formPlace}
      className={classes.sale}
      data-mode={mode}
      data-amount={isAmount}
      onSubmit={submit}
      noValidate
    >
      <SaleBar
        mode={isCatalogOnly ? undefined : mode}
        onMode={(next) => (next === 'amount' ? show('amount', display) : show('lines'))}
      />
      <Goods
        mode={mode}
        form={form}
        faults={faults}
        display={display}
        search={search}
        fill={fill}
        onPick={pick}
        notice={
          <ScanNotice
            notice={scans.notice}
            onClose={scans.clear}
            onAgain={scans.scan}
            onProduct={pick}
            onByAmount={
              isCatalogOnly
                ? undefined
                : () => {
                    scans.clear();
                    show('amount', display);
                  }
            }
          />
        }
      />
      <Cart
        form={form}
        faults={faults}
        fill={fill}
        isCatalogOnly={isCatalogOnly}
        changed={prices.changed}
        isPadShown={mode === 'amount'}
        isLocked={sent !== undefined}
        scanned={scanned}
        isOpen={isSheetOpen}
        onClose={() => setSheetOpen(false)}
        head={
          <>
            <HeldCarts
              form={form}
              fill={fill}
              onTaken={(cart) => {
                setTaken(cart);
                store.replace(formOfCart(cart));
              }}
            />
            <More
              details={form.details}
              faults={faults}
              tries={tries}
              hasExtra={!isCatalogOnly}
              fill={fill}
            />
          </>
        }
        notices={
          <>
            <BankConnection />
            {taken && form.cart === taken.id ? (
              <CartNews cart={taken} onClose={() => setTaken(undefined)} />
            ) : null}
            <ChangedPrices
              changed={prices.changed}
              fill={fill}
              onKeep={isCatalogOnly ? undefined : prices.keep}
            />
            {sending.isInDoubt ? <Doubt seconds={sending.seconds} /> : null}
            {attempt ? <CreateFailure attempt={attempt} /> : null}
          </>
        }
        tender={
          sending.isInDoubt ? (
            <Act
              h={48}
              fullWidth
              icon={IconUserPlus}
              rightSection={<Key name="F2" />}
              onClick={store.leave}
              text={t('doubt.next')}
            />
          ) : (
            <Tender
              form={form}
              isByEnter={mode === 'amount' && isAmount}
              busy={sent && t(sending.isSlow ? 'create.slow' : 'create.busy', { seconds: sending.seconds })}
            />
          )
        }
      />
      <PhoneBar form={form} onOpen={() => setSheetOpen(true)} />
    </form>
  );
};

const focusFault = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
