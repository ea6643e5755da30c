import { Group, Kbd, SegmentedControl, Text } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenInvoice } from '../../../shared/api/invoice-extras.ts';
import { formatAmount } from '../../../shared/money.ts';
import { isDesktop } from '../../data/bridge.ts';
import { openInvoicesQuery } from '../../data/queries.ts';
import { ADD_COMMAND } from '../../lib/token-command.ts';
import { useAccount, usePermission } from '../../session/account.ts';
import { useGlobalKeys, useKeyDown } from '../../session/hotkeys.ts';
import { CopyLine } from '../../ui/copy-button.tsx';
import { InWindow } from '../../ui/in-window.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, QueryView } from '../../ui/query-view.tsx';
import { AddTerminalButton } from '../../ui/token-buttons.tsx';
import { AmountPad } from './amount-pad.tsx';
import classes from './charge-form.module.css';
import { chargeOf, type Faults } from './charge-of.ts';
import { isBusy } from './draft-store.ts';
import type { Form, FormAction } from './form.ts';
import { LinesEditor } from './lines-editor.tsx';
import { Side } from './side.tsx';
import { useChargeDraft } from './use-charge-draft.ts';
import { useCreate } from './use-create.ts';
import { useTerminalSelection } from './use-terminal-selection.ts';

const NO_FAULTS: Faults = { line: new Map(), texts: new Set() };

export const ChargeForm = () => {
  const { t } = useTranslation('charge');
  const { t: common } = useTranslation();
  const { draft, store } = useChargeDraft();
  const selection = useTerminalSelection();
  const create = useCreate();
  const [isTried, setTried] = useState(false);
  const entry = useRef<HTMLInputElement>(null);
  const formPlace = useRef<HTMLFormElement>(null);

  const { form } = draft;
  const { terminal, register } = selection;
  const read = terminal
    ? chargeOf(form, { terminal: terminal.id, cashRegister: register?.id ?? null })
    : { faults: NO_FAULTS };
  const faults = isTried && 'faults' in read ? read.faults : NO_FAULTS;

  const fill = (action: FormAction): void => {
    // Faults are shown again only at the next submit.
    if (action.type !== 'line' && action.type !== 'amount' && action.type !== 'details') setTried(false);
    store.fill(action);
  };
  const setMode = (mode: Form['mode']): void => {
    fill({ type: 'mode', mode });
    // The other field is rendered first.
    requestAnimationFrame(() => entry.current?.focus());
  };
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (!terminal || isBusy(store.get())) return;
    if ('charge' in read) {
      setTried(false);
      void create({ ...read, form });
      return;
    }
    setTried(true);
    requestAnimationFrame(() => focusFault(formPlace.current));
  };
  useFormKeys({
    onSwitch: () => setMode(form.mode === 'amount' ? 'lines' : 'amount'),
    onSubmit: submit,
    focusDisplay: () => entry.current?.focus(),
  });

  const modes = (
    <Group gap="xs">
      <SegmentedControl
        aria-label={t('form.mode')}
        value={form.mode}
        onChange={(value) => setMode(value === 'lines' ? 'lines' : 'amount')}
        data={[
          { value: 'amount', label: t('form.amount') },
          { value: 'lines', label: t('form.lines') },
        ]}
      />
      <Kbd aria-hidden visibleFrom="sm">
        F3
      </Kbd>
    </Group>
  );

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
    <Page title={common('places.charge')} actions={modes}>
      <OpenStrip />
      <form ref={formPlace} className={classes.form} onSubmit={submit} noValidate>
        <div className={`card ${classes.entry}`}>
          {form.mode === 'amount' ? (
            <AmountPad
              entry={entry}
              value={form.amount}
              fault={faults.amount}
              onChange={(amount) => fill({ type: 'amount', amount })}
            />
          ) : (
            <LinesEditor entry={entry} lines={form.lines} faults={faults} fill={fill} />
          )}
        </div>
        <Side
          selection={selection}
          draft={draft}
          faults={faults}
          fill={fill}
          charge={'charge' in read ? read.charge : undefined}
        />
      </form>
    </Page>
  );
};

const focusFault = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();

/** There is no terminal: only the owner can enter a bank token, and not in a browser. */
const NoTerminal = () => {
  const { t } = useTranslation('charge');
  return (
    <EmptyState
      isCard
      icon={<IconBuildingStore size={40} stroke={1.4} aria-hidden />}
      title={t('noTerminal.title')}
      action={<NoTerminalAction />}
    >
      {t('noTerminal.text')}
    </EmptyState>
  );
};

const NoTerminalAction = () => {
  const { t } = useTranslation('charge');
  const { is_owner: isOwner } = useAccount();
  if (!isOwner) return <Text size="sm">{t('noTerminal.others')}</Text>;
  if (isDesktop) return <AddTerminalButton />;
  return (
    <>
      <Text size="sm">{t('noTerminal.command')}</Text>
      <CopyLine text={ADD_COMMAND} />
      <InWindow screen="terminals" />
    </>
  );
};

const SHOWN = 3;
const PARAMS = { ordering: '-created_date', page_size: 50 };

/** Open invoices made on this screen, so that one left by Back is found again. */
const OpenStrip = () => {
  const { t } = useTranslation('charge');
  const { draft } = useChargeDraft();
  const canView = usePermission('can_view_invoices');
  const { data } = useQuery({ ...openInvoicesQuery(PARAMS), enabled: canView && draft.made.length > 0 });
  const open = canView
    ? (data?.results ?? []).filter(({ id }) => draft.made.includes(id)).slice(0, SHOWN)
    : asMade(draft.last?.invoice);
  if (open.length === 0) return null;
  return (
    <ul className={classes.strip} aria-label={t('open.label')}>
      {open.map(({ id, number_display, amount, status }) => (
        <li key={id} className={classes.line} data-tone={status === 'processing' ? 'working' : 'waiting'}>
          <span>
            {t(canView ? `open.${status}` : 'open.made', {
              number: number_display,
              amount: formatAmount(amount),
            })}
          </span>
          <Link to="/charge" search={{ invoice: id }}>
            {t('open.show')}
          </Link>
        </li>
      ))}
    </ul>
  );
};

type Shown = Pick<OpenInvoice, 'id' | 'number_display' | 'amount' | 'status'>;

/** Users without permission to view invoices see the last one they created, without its status. */
const asMade = (invoice: Omit<Shown, 'status'> | undefined): Shown[] =>
  invoice ? [{ ...invoice, status: 'created' }] : [];

interface FormKeys {
  onSwitch(): void;
  onSubmit(): void;
  /** Receives digits typed without a focused field. */
  focusDisplay(): void;
}

/** Shortcuts of the form, which also work when nothing has the focus. */
const useFormKeys = ({ onSwitch, onSubmit, focusDisplay }: FormKeys): void => {
  useGlobalKeys([
    ['F3', onSwitch],
    ['mod+Enter', onSubmit],
  ]);
  useKeyDown((event) => {
    // Target <body> means that nothing has the focus; an open dialog has its own target.
    if (event.target !== document.body || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector('dialog[open], [aria-modal="true"]')) return;
    if (/^[\d.,]$/u.test(event.key)) focusDisplay();
    else if (event.key === 'Enter') onSubmit();
  });
};
