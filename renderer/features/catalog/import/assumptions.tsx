import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductImport } from '../../../../shared/api/catalog-files.ts';
import { Callout } from '../../../kit/callout.tsx';
import { formatCount } from '../../../lib/count.ts';
import { otherCurrencies, type Settings, withColumn } from './settings.ts';

interface AssumptionsProps {
  preview: ProductImport;
  settings: Settings;
  onChange(settings: Settings): void;
}

/** What the reading took for granted, with what changes it, and the questions that only the owner can answer. */
export const Assumptions = (props: AssumptionsProps) => (
  <>
    <OtherNames {...props} />
    <Rates key={otherCurrencies(props.preview).join()} {...props} />
    <Assumed {...props} />
  </>
);

/** Rows with the code of a product that has another name: they are never changed in silence. */
const OtherNames = ({ preview, settings, onChange }: AssumptionsProps) => {
  const { t } = useTranslation('catalog');
  const count = preview.rows.filter(({ problems }) =>
    problems.some((problem) => problem.code === 'OTHER_NAME'),
  ).length;
  if (count === 0 && settings.other_names === undefined) return null;
  const { other_names: chosen, ...asked } = settings;
  if (chosen !== undefined)
    return (
      <Group gap="xs">
        <Text size="sm">{t(`import.otherNames.${chosen}Chosen`)}</Text>
        <Button size="compact-sm" variant="subtle" onClick={() => onChange(asked)}>
          {t('import.otherNames.undo')}
        </Button>
      </Group>
    );
  return (
    <Callout
      tone="working"
      role="status"
      title={t('import.otherNames.title', { count, total: formatCount(count) })}
    >
      <Text size="sm">{t('import.otherNames.text')}</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={() => onChange({ ...settings, other_names: 'new' })}>
          {t('import.otherNames.new')}
        </Button>
        <Button size="xs" variant="default" onClick={() => onChange({ ...settings, other_names: 'rename' })}>
          {t('import.otherNames.rename')}
        </Button>
      </Group>
    </Callout>
  );
};

const RATE = /^\d{1,7}(?:[.,]\d{1,8})?$/;

/** Prices in other currencies wait for the owner's rate. */
const Rates = ({ preview, settings, onChange }: AssumptionsProps) => {
  const { t } = useTranslation('catalog');
  const currencies = otherCurrencies(preview);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  if (currencies.length === 0) return null;
  const isRate = ([currency]: (typeof currencies)[number]): boolean =>
    RATE.test(typed[currency]?.trim() ?? '') && Number(typed[currency]?.replace(',', '.')) > 0;
  const convert = (): void => {
    const rates = currencies
      .filter(isRate)
      .map(([currency]) => [currency, (typed[currency] ?? '').trim().replace(',', '.')]);
    onChange({ ...settings, rates: { ...settings.rates, ...Object.fromEntries(rates) } });
  };
  const rows = currencies.reduce((sum, [, count]) => sum + count, 0);
  return (
    <Callout
      tone="working"
      role="status"
      title={t('import.rates.title', {
        count: rows,
        total: formatCount(rows),
        currencies: currencies.map(([name]) => name).join(', '),
      })}
    >
      <Text size="sm">{t('import.rates.text')}</Text>
      <Group
        component="form"
        align="end"
        gap="xs"
        mt="xs"
        onSubmit={(event: { preventDefault(): void }) => {
          event.preventDefault();
          convert();
        }}
      >
        {currencies.map(([currency]) => (
          <TextInput
            key={currency}
            size="xs"
            w="9rem"
            inputMode="decimal"
            label={t('import.rates.rate', { currency })}
            value={typed[currency] ?? ''}
            onChange={(event) => setTyped({ ...typed, [currency]: event.currentTarget.value })}
          />
        ))}
        <Button size="xs" type="submit" disabled={!currencies.some(isRate)}>
          {t('import.rates.convert')}
        </Button>
      </Group>
    </Callout>
  );
};

const Assumed = ({ preview, settings, onChange }: AssumptionsProps) => {
  const { t } = useTranslation('catalog');
  const { assumptions, columns } = preview;
  const undo = (code: ProductImport['assumptions'][number]['code'], value: string): Settings | undefined => {
    if (code === 'groups' || code === 'left_out') return { ...settings, groups: false };
    if (code === 'converted') {
      const { [value]: _, ...rates } = settings.rates ?? {};
      return { ...settings, rates };
    }
    const at = columns.find(({ field }) => field === 'external_code')?.column;
    return code === 'other_codes' && at !== undefined
      ? { ...settings, columns: withColumn(columns, at, 'code') }
      : undefined;
  };
  if (assumptions.length === 0) return null;
  return (
    <Stack gap={4}>
      <List size="sm" aria-label={t('import.assumed.label')}>
        {assumptions.map(({ code, rows, value }) => {
          const undone = undo(code, value);
          const rate = settings.rates?.[value] ?? '';
          return (
            <List.Item key={code + value}>
              {t(`import.assumed.${code}`, { count: rows, total: formatCount(rows), value, rate })}{' '}
              {undone ? (
                <Button size="compact-xs" variant="subtle" onClick={() => onChange(undone)}>
                  {t('import.assumed.undo')}
                </Button>
              ) : null}
            </List.Item>
          );
        })}
      </List>
    </Stack>
  );
};
