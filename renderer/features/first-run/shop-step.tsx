import { Group, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Act } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { usePreferences } from '../../kit/use-preferences.ts';
import { preferencesStore } from '../../lib/preferences.ts';
import { StepHead } from './frame.tsx';
import type { ShopForm } from './use-shop-form.ts';

interface ShopStepProps {
  shop: ShopForm;
  onBack(): void;
  onNext(): void;
}

/** Step 2: the shop's name, language and default purpose of payment. */
export const ShopStep = ({ shop, onBack, onNext }: ShopStepProps) => {
  const { t } = useTranslation('first-run');
  const { t: common } = useTranslation();
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const fault = (name: 'shop_name' | 'default_destination') => {
    const max = shop.tooLong(name);
    return max === undefined ? null : t('shop.tooLong', { most: max });
  };
  return (
    <form
      noValidate
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        shop.save(onNext);
      }}
    >
      <Stack gap="md">
        <StepHead id={id} step={1} title={t('shop.title')}>
          {t('shop.about')}
        </StepHead>
        <TextInput
          ref={first}
          label={t('shop.name')}
          description={t('shop.nameText')}
          readOnly={shop.isBusy}
          value={shop.values.shop_name}
          onChange={(event) => shop.set('shop_name', event.currentTarget.value)}
          error={fault('shop_name')}
        />
        <LanguageChoice />
        <Textarea
          label={t('shop.destination')}
          description={t('shop.destinationText')}
          autosize
          minRows={2}
          readOnly={shop.isBusy}
          value={shop.values.default_destination}
          onChange={(event) => shop.set('default_destination', event.currentTarget.value)}
          onKeyDown={(event) => {
            // A single line: Enter continues, as in every field here.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
          error={fault('default_destination')}
        />
        <FailureCallout failure={shop.failure} p="sm" fz="sm" />
        <Group justify="space-between">
          <Act onClick={onBack} text={common('back')} />
          <Act tone="main" type="submit" loading={shop.isBusy} text={t('next')} />
        </Group>
      </Stack>
    </form>
  );
};

const LanguageChoice = () => {
  const { t } = useTranslation('first-run');
  const { language } = usePreferences();
  return (
    <Radio.Group
      label={t('shop.language')}
      value={language}
      onChange={(value) => preferencesStore.set({ language: value === 'en' ? 'en' : 'uk' })}
    >
      <Group mt={6} gap="lg">
        <Radio value="uk" label="Українська" lang="uk" />
        <Radio value="en" label="English" lang="en" />
      </Group>
    </Radio.Group>
  );
};
