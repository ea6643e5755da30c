import { Textarea } from '@mantine/core';
import type { FieldLabels } from './setting-form.tsx';
import type { SettingField } from './use-setting.ts';

/** The field of a setting that is a text of several lines. */
export const LongText = ({ field, labels }: { field: SettingField; labels: FieldLabels }) => (
  <Textarea
    {...labels}
    autosize
    minRows={2}
    value={field.value}
    onChange={(event) => field.edit({ value: event.currentTarget.value })}
  />
);
