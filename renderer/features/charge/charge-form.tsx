import { Group, Kbd, SegmentedControl } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { AmountPad } from './amount-pad.tsx';
import classes from './charge-form.module.css';
import { chargeOf, type Faults } from './charge-of.ts';
import { isBusy } from './desk-store.ts';
import type { Form, FormAction } from './form.ts';
import { LinesEditor } from './lines-editor.tsx';
import { NoTerminal } from './no-terminal.tsx';
import { OpenStrip } from './open-strip.tsx';
import { Side } from './side.tsx';
import { useCreate } from './use-create.ts';
import { useDesk } from './use-desk.ts';
import { useFormKeys } from './use-form-keys.ts';
import { useWhere } from './use-where.ts';

const NO_FAULTS: Faults = { line: new Map(), texts: new Set() };

export const ChargeForm = () => {
  const { t } = useTranslation('charge');
  const { t: common } = useTranslation();
  const { desk, store } = useDesk();
  const where = useWhere();
  const create = useCreate();
  const [isTried, setTried] = useState(false);
  const entry = useRef<HTMLInputElement>(null);
  const formPlace = useRef<HTMLFormElement>(null);

  const { form } = desk;
  const { terminal, register } = where;
  const read = terminal
    ? chargeOf(form, { terminal: terminal.id, cashRegister: register?.id ?? null })
    : { faults: NO_FAULTS };
  const faults = isTried && 'faults' in read ? read.faults : NO_FAULTS;

  const fill = (action: FormAction): void => {
    // What was wrong is told again only when it is sent again.
    if (action.type !== 'line' && action.type !== 'amount' && action.type !== 'details') setTried(false);
    store.fill(action);
  };
  const setMode = (mode: Form['mode']): void => {
    fill({ type: 'mode', mode });
    // Behind the switch the other field comes into being first.
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

  if (where.query.data === undefined)
    return (
      <Page title={common('places.charge')} actions={where.query.error ? null : modes}>
        <QueryView query={where.query} rows={4} height={88}>
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
          where={where}
          desk={desk}
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
