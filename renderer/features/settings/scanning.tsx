import { Input, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLabelPattern, readLabel, separateLabels } from '../../../shared/labels.ts';
import { formatAmount } from '../../../shared/money.ts';
import { Panel, PanelPart } from '../../kit/panel.tsx';
import { formatScaled } from '../../lib/decimals.ts';
import { preferencesStore, SCANNER_SUFFIXES, usePreferences } from '../../lib/preferences.ts';
import { useScanner } from '../../shop/session/scan/use-scanner.ts';
import { SettingForm } from './setting-form.tsx';

/** How the scanner of this computer is set up, with a field to try it. */
export const Scanner = () => {
  const { t } = useTranslation('settings');
  const { scannerPrefix, scannerSuffix } = usePreferences();
  return (
    <Panel title={t('scanner.title')} text={t('scanner.text')}>
      <PanelPart>
        <Stack gap="sm">
          <TextInput
            label={t('scanner.prefix')}
            description={t('scanner.prefixText')}
            styles={{ wrapper: { maxWidth: '24rem' } }}
            maxLength={8}
            spellCheck={false}
            value={scannerPrefix}
            onChange={(event) => preferencesStore.set({ scannerPrefix: event.currentTarget.value.trim() })}
          />
          <Input.Wrapper label={t('scanner.suffix')} description={t('scanner.suffixText')}>
            <div>
              <SegmentedControl
                size="xs"
                aria-label={t('scanner.suffix')}
                value={scannerSuffix}
                onChange={(value) => {
                  const chosen = SCANNER_SUFFIXES.find((known) => known === value);
                  if (chosen) preferencesStore.set({ scannerSuffix: chosen });
                }}
                data={SCANNER_SUFFIXES.map((value) => ({ value, label: t(`scanner.suffixes.${value}`) }))}
              />
            </div>
          </Input.Wrapper>
          <TryScanner />
        </Stack>
      </PanelPart>
    </Panel>
  );
};

const TryScanner = () => {
  const { t } = useTranslation('settings');
  const [read, setRead] = useState<{ code: string } | 'noise'>();
  const input = useRef<HTMLInputElement>(null);
  useScanner({ onScan: (code) => setRead({ code }), onNoise: () => setRead('noise') });
  const result = () => {
    if (read === undefined) return null;
    return read === 'noise' ? t('scanner.noise') : t('scanner.read', { code: read.code });
  };
  return (
    <div>
      <TextInput
        ref={input}
        label={t('scanner.try')}
        description={t('scanner.tryText')}
        styles={{ wrapper: { maxWidth: '24rem' } }}
        autoComplete="off"
        spellCheck={false}
      />
      <Text size="sm" role="status" mt={4} className="figures">
        {result()}
      </Text>
    </div>
  );
};

/** The layout of labels that scales print, with a field to try it. */
export const ScaleLabels = () => {
  const { t } = useTranslation('settings');
  return (
    <Panel title={t('scales.title')} text={t('scales.text')}>
      <SettingForm
        name="scale_labels"
        faultOf={(value) => (separateLabels(value).every(isLabelPattern) ? undefined : t('faults.labels'))}
        input={({ value, edit }, labels) => (
          <>
            <TextInput
              {...labels}
              spellCheck={false}
              value={value}
              onChange={(event) => edit({ value: event.currentTarget.value })}
            />
            <TryLabel patterns={value} />
          </>
        )}
      />
    </Panel>
  );
};

const TryLabel = ({ patterns }: { patterns: string }) => {
  const { t } = useTranslation('settings');
  const [code, setCode] = useState('');
  const label = readLabel(code.trim(), patterns);
  const result = () => {
    if (code.trim() === '') return null;
    if (label?.kind !== 'scale') return t('scales.none');
    const { item, quantity, sum } = label;
    if (sum !== undefined) return t('scales.sum', { item, sum: formatAmount(sum) });
    return t('scales.quantity', { item, quantity: formatScaled(quantity ?? 0, 3) });
  };
  return (
    <div>
      <TextInput
        label={t('scales.try')}
        maw="16rem"
        inputMode="numeric"
        autoComplete="off"
        placeholder="2200042003504"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Text size="sm" role="status" mt={4} className="figures">
        {result()}
      </Text>
    </div>
  );
};
