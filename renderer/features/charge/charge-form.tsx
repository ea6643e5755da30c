import { IconUserPlus } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cart as HeldCart } from '../../../shared/api/carts.ts';
import { Act } from '../../kit/act.tsx';
import { Key } from '../../kit/key.tsx';
import { Page } from '../../kit/page.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useAccount } from '../../shop/session/account.ts';
import { isDialogOpen } from '../../shop/session/hotkeys.ts';
import { attemptOf } from './attempts.ts';
import { BankConnection, Location, NoTerminal } from './bank-connection.tsx';
import { Cart, PhoneBar } from './cart.tsx';
import { formOfCart } from './carts/cart-form.ts';
import { CartNews, HeldCarts } from './carts/carts.tsx';
import { CashPane } from './cash-pane.tsx';
import { ChangedPrices, useChangedPrices } from './changed-prices.tsx';
import classes from './charge.module.css';
import { DiscountApproval } from './discount.tsx';
import { openAttempt } from './draft-store.ts';
import { type AddedProduct, type FormAction, isByAmount } from './form.ts';
import { Goods, useShownMode } from './goods.tsx';
import { More } from './more.tsx';
import { CreateFailure, Doubt, useSending } from './outcomes-unknown.tsx';
import { PartsPane } from './parts-pane.tsx';
import { SaleBar } from './sale-bar.tsx';
import { ScanNotice } from './scan/scan-notice.tsx';
import { useScans } from './scan/use-scans.ts';
import { TenderRow } from './tender-row.tsx';
import { useCashPane } from './use-cash-pane.ts';
import { useFormDraft } from './use-charge-draft.ts';
import { cartOf, useCustomerScreen } from './use-customer-screen.ts';
import { useFormKeys } from './use-form-keys.ts';
import { useSubmit } from './use-submit.ts';
import { useTerminalSelection } from './use-terminal-selection.ts';
import { useTyped } from './use-typed.ts';

/** How long a scanned line is marked, ms. */
const FLASH_MS = 600;

interface ChargeFormProps {
  /** What was scanned before the form was there. */
  firstScan: string | undefined;
  onFirstScan(): void;
}

/** The counter: products or the pad on the left, the cart on the right. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: it puts the counter's parts together, and has no rule of its own
export const ChargeForm = ({ firstScan, onFirstScan }: ChargeFormProps) => {
  const { t } = useTranslation('charge');
  const { catalog_prices_only: isCatalogOnly } = useAccount();
  const { draft, store } = useFormDraft(isCatalogOnly);
  const { form } = draft;
  const mode = useShownMode(form, isCatalogOnly);
  const [taken, setTaken] = useState<HeldCart>();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [scanned, setScanned] = useState<number>();
  const selection = useTerminalSelection();
  const display = useRef<HTMLInputElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const tender = useRef<HTMLInputElement>(null);
  const formPlace = useRef<HTMLFormElement>(null);
  const prices = useChangedPrices(form);
  const sale = useSubmit({
    draft,
    store,
    mode,
    selection,
    isChangedNow: prices.isChangedNow,
    place: formPlace,
    onFaults: () => setSheetOpen(store.get().form.lines.length > 0),
  });
  const scans = useScans({
    onScan: () => {
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
    isBusy: sale.isBusy,
    waitFor: sale.waitFor,
  });
  const { faults, tries, submit, forget } = sale;
  const cash = useCashPane(draft, store, sale, selection);
  useCustomerScreen(cartOf(form, cash.isOpen && !cash.isInParts ? cash.toPay : undefined));

  const sent = openAttempt(draft);
  const sending = useSending(sent);
  const attempt = sale.charge && attemptOf(draft.attempts, sale.charge);
  const isCash = cash.isOpen && !cash.isInParts;
  const slow = isCash ? 'cash.slow' : 'create.slow';
  const busyText = sending.isSlow ? slow : isCash ? 'cash.busy' : 'create.busy';
  const busy = sent || sale.isWanted ? t(busyText, { seconds: sending.seconds }) : undefined;

  // Stable, like every function below that goes to a memoised part: a digit renders its own line only.
  const ownSum = t('amount.line');
  const fill = useCallback(
    (action: FormAction): void => {
      if (action.type !== 'line' && action.type !== 'amount' && action.type !== 'details') forget();
      // A sum that was typed before becomes a line of its own.
      if (action.type === 'add' && store.get().form.amount !== '')
        store.fill({ type: 'ownSum', name: ownSum });
      store.fill(action);
    },
    [store, ownSum, forget],
  );
  const pick = useCallback((product: AddedProduct): void => fill({ type: 'add', product }), [fill]);
  const show = useCallback(
    (next: 'amount' | 'lines', field?: typeof display): void => {
      if (next === 'lines' && store.get().form.lines.length > 0) store.fill({ type: 'ownSum', name: ownSum });
      store.fill({ type: 'mode', mode: next });
      // The field is rendered first; a pane that was opened meanwhile has its own.
      if (field) requestAnimationFrame(() => store.get().pane ?? field.current?.focus());
    },
    [store, ownSum],
  );
  const charge = selection.hasNone ? () => cash.open('cash') : submit;
  const replay = useTyped({
    search,
    display,
    store,
    scans,
    firstScan,
    onFirstScan,
    show,
    isAmountTaken: !isCatalogOnly,
    tender: cash.isOpen ? tender : undefined,
  });
  const isAmount = isByAmount({ ...form, mode });
  const isByEnter = mode === 'amount' && isAmount;
  useFormKeys({
    onSwitch: () => {
      if (sending.isInDoubt) store.leave();
      else if (isCatalogOnly) return;
      else if (mode === 'amount') show('lines');
      else show('amount', display);
    },
    onSearch: () => show('lines', search),
    // Cash is never taken by the key of the QR.
    onQr: () => (cash.isOpen ? undefined : charge()),
    onCash: () => cash.open('cash'),
    onParts: () => cash.open('parts'),
    onTyped: replay,
    onBack: cash.isOpen ? cash.close : () => setSheetOpen(false),
    onEnter: cash.isOpen ? () => cash.enter(performance.now()) : isByEnter ? charge : undefined,
  });

  if (selection.query.error && !selection.query.data)
    return (
      <Page title={t('places.charge')}>
        <QueryView query={selection.query}>{() => null}</QueryView>
      </Page>
    );
  if (selection.hasNone && cash.isTaken === false)
    return (
      <Page title={t('places.charge')}>
        <NoTerminal />
      </Page>
    );

  const Pane = cash.isInParts ? PartsPane : CashPane;
  const doubt = sending.isInDoubt ? <Doubt seconds={sending.seconds} isCash={isCash} /> : null;
  return (
    <form
      ref={formPlace}
      className={classes.sale}
      data-mode={mode}
      data-amount={isAmount}
      onSubmit={(event) => {
        event.preventDefault();
        // Enter may be quicker than the focus of a dialog that a key has just opened.
        if (!cash.isOpen && !isDialogOpen()) charge();
      }}
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
        waitFor={sale.waitFor}
        notice={
          <ScanNotice
            notice={scans.notice}
            onClose={scans.clear}
            onAgain={scans.take}
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
      {cash.isOpen ? (
        <Pane pane={cash} field={tender} busy={busy} notices={doubt} />
      ) : (
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
                isSold={busy !== undefined}
                isLooking={sale.isLooking}
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
          location={<Location />}
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
              {doubt}
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
              <TenderRow
                form={form}
                isByEnter={isByEnter}
                busy={busy}
                hasBank={!selection.hasNone}
                onCash={cash.isTaken ? cash.open : undefined}
              />
            )
          }
        />
      )}
      <DiscountApproval draft={draft} />
      <PhoneBar form={form} onOpen={() => setSheetOpen(true)} />
    </form>
  );
};
