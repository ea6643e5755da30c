import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FilterProps, withoutGroups } from '../../../lib/invoice-search.ts';
import { withFilter } from '../../../lib/list-search.ts';
import { FilterButton } from '../../../ui/filter-button.tsx';

const ORIGINS = { any: undefined, local: true, foreign: false } as const;
type Origin = keyof typeof ORIGINS;
const NAMES = Object.keys(ORIGINS) as Origin[];

export const OriginFilter = ({ search, onChange }: FilterProps) => {
  const { t } = useTranslation('invoices');
  const current = NAMES.find((name) => ORIGINS[name] === search.created_locally) ?? 'any';
  return (
    <FilterButton
      name={t('filters.origin')}
      value={current === 'any' ? undefined : t(`origin.${current}`)}
      onClear={() => onChange(withoutGroups(search, ['origin']))}
    >
      {() => (
        <Radio.Group
          label={t('origin.label')}
          value={current}
          onChange={(value) => onChange(withFilter(search, { created_locally: ORIGINS[value as Origin] }))}
        >
          <Stack gap="xs" mt="xs">
            {NAMES.map((name) => (
              <Radio key={name} value={name} label={t(`origin.${name}`)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FilterButton>
  );
};
