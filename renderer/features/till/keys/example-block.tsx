import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { terminalsQuery } from '../../../api/queries.ts';
import { CopyBlock } from '../copy-block.tsx';
import { useBaseUrl } from '../use-base-url.ts';
import { exampleOf, isLanguage, LANGUAGES, type Language } from './examples.ts';

interface ExampleBlockProps {
  /** The key that stands in the example. */
  apiKey: string;
  /** Null: the first active one. */
  terminal: number | null;
}

/** A first sale in the programmer's language, with the key and the terminal filled in. */
export const ExampleBlock = ({ apiKey, terminal }: ExampleBlockProps) => {
  const { t } = useTranslation('till');
  const [language, setLanguage] = useState<Language>('curl');
  const base = useBaseUrl();
  const { data: terminals } = useQuery(terminalsQuery);
  const first = terminals?.find(({ is_active }) => is_active) ?? terminals?.[0];
  const sale = { base, key: apiKey, terminal: terminal ?? first?.id ?? 1 };
  return (
    <Stack gap="xs" align="stretch">
      <Text size="sm" fw={550}>
        {t('example.title')}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={t('example.language')}
        data={[...LANGUAGES]}
        value={language}
        onChange={(value) => {
          if (isLanguage(value)) setLanguage(value);
        }}
      />
      <CopyBlock text={exampleOf(language, sale)} label={t('example.copy', { language })} />
    </Stack>
  );
};
