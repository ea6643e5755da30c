import { Input, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrintFault } from '../../../shared/api/printing.ts';
import type { Computer } from '../../../shared/bridge/computer.ts';
import { callProgram, isPossibleHere } from '../../api/bridge.ts';
import { failureOf } from '../../api/failure.ts';
import { computerQuery, printersQuery, settingsQuery } from '../../api/program-queries.ts';
import { Act } from '../../kit/act.tsx';
import { FailureLine } from '../../kit/callout.tsx';
import { Aside, Panel, PanelPart, PanelRow } from '../../kit/panel.tsx';
import { useAction } from '../../kit/use-action.ts';
import { preferencesStore, usePreferences } from '../../lib/preferences.ts';
import { type FieldLabels, SettingForm } from './setting-form.tsx';
import { useComputerChange } from './use-computer-change.ts';
import type { SettingField } from './use-setting.ts';

type Kind = 'address' | 'system';

/** The one printer of receipts: by its address, or in the window one of this computer. */
export const Printing = () => {
  const { t } = useTranslation('settings');
  const { data: computer } = useQuery(computerQuery);
  const { data: settings } = useQuery(settingsQuery);
  const [chosen, setChosen] = useState<Kind>();
  const hasAddress = settings?.some(({ name, value }) => name === 'printer_address' && value !== '');
  const used: Kind = computer?.receipt_printer && !hasAddress ? 'system' : 'address';
  const kind = chosen ?? used;
  const { printsClosedDay } = usePreferences();
  return (
    <>
      {computer ? (
        <SegmentedControl
          aria-label={t('sections.print')}
          style={{ alignSelf: 'start' }}
          value={kind}
          data={(['address', 'system'] as const).map((value) => ({ value, label: t(`printer.${value}`) }))}
          onChange={(value) => setChosen(value === 'system' ? 'system' : 'address')}
        />
      ) : null}
      {computer && kind === 'system' ? <ReceiptPrinter computer={computer} /> : <EscPosPrinter />}
      {/* What is printed here by itself besides receipts. */}
      <Panel title={t('printer.day')} text={t('looks.text')}>
        <PanelRow label={t('printer.printsDay')} text={t('printer.printsDayText')}>
          <Switch
            aria-label={t('printer.printsDay')}
            checked={printsClosedDay}
            onChange={(event) => preferencesStore.set({ printsClosedDay: event.currentTarget.checked })}
          />
        </PanelRow>
      </Panel>
    </>
  );
};

const WIDTHS = [58, 80] as const;

/** The printer of receipts, which prints without a dialog, and the width of its paper. */
const ReceiptPrinter = ({ computer }: { computer: Computer }) => {
  const { t } = useTranslation('settings');
  const { data: printers = [], error } = useQuery(printersQuery);
  const { isBusy, failure, change } = useComputerChange();
  const { receipt_printer: chosen, receipt_width: width } = computer;
  // One that is switched off or gone stays chosen.
  const isMissing = chosen !== '' && !printers.some(({ name }) => name === chosen);
  const known = isMissing ? [...printers, { name: chosen, label: chosen }] : printers;
  return (
    <Panel title={t('receipts.title')} text={t('receipts.text')}>
      <PanelRow
        label={t('receipts.printer')}
        text={
          <>
            {t('receipts.printerText')}
            <FailureLine failure={error ? failureOf(error) : failure} />
          </>
        }
      >
        <Select
          size="xs"
          aria-label={t('receipts.printer')}
          value={chosen}
          allowDeselect={false}
          disabled={isBusy}
          data={[
            { value: '', label: t('receipts.dialog') },
            ...known.map(({ name, label }) => ({ value: name, label })),
          ]}
          onChange={(value) => change({ receipt_printer: value ?? '' })}
        />
      </PanelRow>
      <PanelRow label={t('receipts.width')} text={t('receipts.widthText')}>
        <SegmentedControl
          size="xs"
          aria-label={t('receipts.width')}
          value={String(width)}
          disabled={isBusy}
          data={WIDTHS.map((each) => ({ value: String(each), label: t('receipts.mm', { width: each }) }))}
          onChange={(value) => change({ receipt_width: value === '58' ? 58 : 80 })}
        />
      </PanelRow>
    </Panel>
  );
};

/** As the test page names them (main/printer/code-pages.ts). */
const CODE_PAGES = ['cp866/17', 'windows1251/46', 'windows1251/23', 'cp1125/44'];

/** The receipt printer that the service prints on by itself, without the system's printing. */
const EscPosPrinter = () => {
  const { t } = useTranslation('settings');
  return (
    <Panel title={t('escpos.title')} text={t('escpos.text')}>
      <SettingForm
        name="printer_address"
        input={({ value, edit }, labels) => (
          <TextInput
            {...labels}
            value={value}
            placeholder="192.168.1.50"
            onChange={(event) => edit({ value: event.currentTarget.value })}
          />
        )}
      />
      <SettingForm
        isChosen
        name="printer_paper"
        input={(field, labels) => (
          <Choice
            field={field}
            labels={labels}
            data={['58', '80'].map((value) => ({ value, label: t('receipts.mm', { width: value }) }))}
          />
        )}
      />
      {(['printer_prints_paid', 'printer_opens_drawer'] as const).map((name) => (
        <SettingForm
          key={name}
          isChosen
          name={name}
          input={({ value, put }, { label, description }) => (
            <Switch
              label={label}
              description={description}
              checked={value === 'yes'}
              onChange={(event) => put({ value: event.currentTarget.checked ? 'yes' : 'no' })}
            />
          )}
        />
      ))}
      {isPossibleHere('printers.test') ? <TestPage /> : null}
      <PanelPart>
        <Aside title={t('advanced')}>
          <Letters />
        </Aside>
      </PanelPart>
    </Panel>
  );
};

/** What the test page may ask to be changed. */
const Letters = () => {
  const { t } = useTranslation('settings');
  return (
    <>
      <SettingForm
        isChosen
        name="printer_code_page"
        input={({ value, put }, labels) => (
          <Select
            {...labels}
            allowDeselect={false}
            value={value}
            data={CODE_PAGES.includes(value) || value === '' ? CODE_PAGES : [...CODE_PAGES, value]}
            onChange={(chosen) => chosen !== null && put({ value: chosen })}
          />
        )}
      />
      <SettingForm
        isChosen
        name="printer_qr"
        input={(field, labels) => (
          <Choice
            field={field}
            labels={labels}
            data={(['native', 'image'] as const).map((value) => ({ value, label: t(`escpos.qr.${value}`) }))}
          />
        )}
      />
    </>
  );
};

interface ChoiceProps {
  field: SettingField;
  labels: FieldLabels;
  data: { value: string; label: string }[];
}

const Choice = ({ field: { value, put }, labels, data }: ChoiceProps) => (
  <Input.Wrapper {...labels} labelElement="div">
    <SegmentedControl
      size="xs"
      aria-label={String(labels.label)}
      value={value}
      data={data}
      onChange={(chosen) => put({ value: chosen })}
    />
  </Input.Wrapper>
);

const TestPage = () => {
  const { t } = useTranslation('settings');
  const { t: printing } = useTranslation('printing');
  const { data: settings } = useQuery(settingsQuery);
  const { isBusy, failure, result, run } = useAction<{ fault: PrintFault | null }>();
  const hasPrinter = settings?.some(({ name, value }) => name === 'printer_address' && value !== '');
  const outcome = result && (result.fault === null ? t('escpos.printed') : printing(`fault.${result.fault}`));
  return (
    <PanelRow
      label={t('escpos.test')}
      text={
        <>
          {t('escpos.testText')}
          <span role="status">{outcome ? ` ${outcome}` : null}</span>
          <FailureLine failure={failure} />
        </>
      }
    >
      <Act
        size="xs"
        loading={isBusy}
        disabled={!hasPrinter}
        onClick={() => void run(() => callProgram('printers.test', {}))}
        text={t('escpos.testButton')}
      />
    </PanelRow>
  );
};
