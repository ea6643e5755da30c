import { Box, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { System } from '../../../../shared/api/system.ts';
import type { CopiesState } from '../../../../shared/operations/safekeeping.ts';
import { phraseStrength } from '../../../../shared/passphrase.ts';
import { callProgram, isPossibleHere } from '../../../api/bridge.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { copiesQuery } from '../../../api/program-queries.ts';
import { systemQuery } from '../../../api/queries.ts';
import { Act } from '../../../kit/act.tsx';
import { FailureLine, Strip } from '../../../kit/callout.tsx';
import { FormDialog, useForm } from '../../../kit/form.tsx';
import { Panel, PanelLoading, PanelNote, PanelPart, PanelRow } from '../../../kit/panel.tsx';
import { QueryView } from '../../../kit/query-view.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useToast } from '../../../kit/use-toast.ts';
import paper from '../../../shop/paper.module.css';
import { PrintSheet } from '../../../shop/tasks/print-sheet.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import { useFaultText } from '../backup/state.tsx';
import classes from '../settings.module.css';
import { Move } from './move.tsx';
import { PhraseField, SetupForm } from './setup-form.tsx';

/** Encrypted copies, and moving the shop by one of them. */
export const Copies = () => (isPossibleHere('copies.state') ? <OfOwner /> : <Elsewhere />);

const OfOwner = () => {
  const { t } = useTranslation('copies');
  const state = useQuery(copiesQuery);
  const system = useQuery(systemQuery);
  const toast = useToast();
  const { isBusy, failure, run } = useAction();
  const save = async (): Promise<void> => {
    const { path } = await callProgram('data.export', {});
    if (path !== null) toast.success(t('everything.done', { path }));
  };
  return (
    <>
      <Panel title={t('title')} text={t('text')}>
        <QueryView query={state} loading={<PanelLoading height={92} />}>
          {(found) => <Content state={found} system={system.data} />}
        </QueryView>
      </Panel>
      {/* All data as one archive: a tab downloads it, the window asks for a folder. */}
      <Panel title={t('everything.title')} text={t('everything.text')}>
        <PanelPart>
          <Act loading={isBusy} onClick={() => void run(save)} text={t('everything.start')} />
          <FailureLine failure={failure} />
        </PanelPart>
      </Panel>
      {state.data && system.data ? <Move isOn={state.data.folder !== null} system={system.data} /> : null}
    </>
  );
};

const Content = ({ state, system }: { state: CopiesState; system: System | undefined }) => {
  const { t } = useTranslation('copies');
  const [isEditing, setEditing] = useState(false);
  if (isEditing)
    return (
      <PanelPart>
        <SetupForm folder={state.folder} onDone={() => setEditing(false)} />
      </PanelPart>
    );
  if (state.folder === null)
    return (
      <>
        <PanelPart>
          <Act tone="main" onClick={() => setEditing(true)} text={t('setup.turnOn')} />
        </PanelPart>
        <ExportCopy isOn={false} />
      </>
    );
  return (
    <>
      {system ? <Warning copies={system.copies} isReadable={state.is_readable} /> : null}
      <PanelRow
        label={t('onLabel')}
        text={
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {state.folder}
          </Text>
        }
      >
        <Act size="xs" onClick={() => setEditing(true)} text={t('setup.change')} />
      </PanelRow>
      <Last state={state} />
      <ExportCopy isOn />
      <PanelRow label={t('sheet.row')} text={t('sheet.text')}>
        <PrintRecovery folder={state.folder} shopName={system?.shop_name ?? ''} />
      </PanelRow>
    </>
  );
};

const PrintRecovery = (sheet: { folder: string; shopName: string }) => {
  const { t } = useTranslation('copies');
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      <Act size="xs" onClick={() => setPrinting(true)} text={t('print')} />
      {isPrinting ? (
        <PrintSheet
          paper="a4"
          output="paper"
          fileName={`${t('sheet.file')}.pdf`}
          onDone={() => setPrinting(false)}
        >
          <RecoverySheet {...sheet} />
        </PrintSheet>
      ) : null}
    </>
  );
};

const Warning = ({ copies, isReadable }: { copies: System['copies']; isReadable: boolean }) => {
  const { t } = useTranslation('copies');
  const faultText = useFaultText();
  if (copies.problem !== '')
    return (
      <PanelNote>
        <Strip tone="failed" title={t('failed')}>
          {faultText(copies.fault) ?? copies.problem}
        </Strip>
      </PanelNote>
    );
  if (isReadable && !copies.is_overdue) return null;
  return (
    <PanelNote>
      <Strip tone="working" title={t('overdue')}>
        {t(isReadable ? 'overdueText' : 'unreadable')}
      </Strip>
    </PanelNote>
  );
};

const Last = ({ state: { copies } }: { state: CopiesState }) => {
  const { t } = useTranslation('copies');
  const dates = useDates();
  const toast = useToast();
  const invalidate = useInvalidate();
  const { isBusy, failure, run } = useAction();
  const make = async (): Promise<void> => {
    try {
      const { name } = (await callProgram('copies.create', {})).copy;
      toast.success(t('made', { name }));
    } finally {
      await invalidate('backup');
    }
  };
  const [newest] = copies;
  return (
    <PanelRow
      label={t('last')}
      text={
        <>
          {t('lastText')}
          <FailureLine failure={failure} />
        </>
      }
    >
      <Group gap="sm" justify="end">
        <Text size="sm">{newest ? dates.spoken(Date.parse(newest.created_at)) : t('words.noneYet')}</Text>
        <Act size="xs" loading={isBusy} onClick={() => void run(make)} text={t('make')} />
      </Group>
    </PanelRow>
  );
};

/** In a browser that is not the window. */
const Elsewhere = () => {
  const { t } = useTranslation('copies');
  return <Panel title={t('title')} text={t('elsewhere')} />;
};

const STEPS = ['step1', 'step2', 'step3', 'step4'] as const;
/** Empty lines for the passphrase. */
const LINES = ['first', 'second', 'third'];

/** On paper: what the copies are, where, how to restore, and a place for the passphrase, which is not printed. */
const RecoverySheet = ({ folder, shopName }: { folder: string; shopName: string }) => {
  const { t } = useTranslation('copies');
  const dates = useDates();
  return (
    <div className={`${paper.a4} ${classes.sheet}`}>
      <h1>{t('sheet.title')}</h1>
      {shopName === '' ? null : (
        <p>
          {t('sheet.shop')}: <strong>{shopName}</strong>
        </p>
      )}
      <h2>{t('sheet.what')}</h2>
      <p>{t('sheet.whatText')}</p>
      <h2>{t('sheet.where')}</h2>
      <p className="breaks">{t('sheet.whereText', { folder })}</p>
      <h2>{t('sheet.how')}</h2>
      <ol>
        {STEPS.map((step) => (
          <li key={step}>{t(`sheet.${step}`)}</li>
        ))}
      </ol>
      <p>{t('sheet.without')}</p>
      <h2>{t('sheet.phrase')}</h2>
      {LINES.map((line) => (
        <div key={line} className={classes.line} />
      ))}
      <Box component="p" mt="8mm" c="#444">
        {t('sheet.printed', { moment: dates.spoken(Date.now()) })}
      </Box>
    </div>
  );
};

/** @param phrase undefined: that of the copies that are kept */
const useExportCopy = () => {
  const { t } = useTranslation('copies');
  const toast = useToast();
  return async (phrase?: string): Promise<void> => {
    const { path } = await callProgram('copies.export', phrase === undefined ? {} : { phrase });
    if (path !== null) toast.success(t('export.done', { path }));
  };
};

/** One encrypted copy as a file: a tab downloads it, the window asks for a folder. */
const ExportCopy = ({ isOn }: { isOn: boolean }) => {
  const { t } = useTranslation('copies');
  const save = useExportCopy();
  const { isBusy, failure, run } = useAction();
  const [isAsking, setAsking] = useState(false);
  return (
    <PanelRow
      label={t('export.title')}
      text={
        <>
          {t(isOn ? 'export.text' : 'export.textOff')}
          <FailureLine failure={failure} />
        </>
      }
    >
      <Act
        size="xs"
        loading={isBusy}
        onClick={() => (isOn ? void run(() => save()) : setAsking(true))}
        text={t('export.start')}
      />
      {isAsking ? <PhraseDialog onClose={() => setAsking(false)} /> : null}
    </PanelRow>
  );
};

/** Copies are off, so that no passphrase is known. */
const PhraseDialog = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation('copies');
  const save = useExportCopy();
  const [phrase, setPhrase] = useState('');
  const isUnfit = phrase === '' || phraseStrength(phrase) === 'weak';
  const form = useForm(isUnfit, async () => {
    await save(phrase);
    onClose();
  });
  return (
    <FormDialog
      title={t('export.title')}
      form={form}
      submit={t('export.start')}
      close={t('cancel')}
      isDisabled={isUnfit}
      onClose={onClose}
    >
      <PhraseField phrase={phrase} isKnown={false} onChange={setPhrase} />
    </FormDialog>
  );
};
