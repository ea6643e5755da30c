import { Box, Flex, Group, NativeSelect, Select, Stack, Table, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DECIMAL_SIGNS,
  IMPORT_COLUMNS,
  type ImportColumn,
  PRODUCT_KEYS,
  type ProductImport,
} from '../../../../shared/api/catalog-files.ts';
import { TABLE_DELIMITERS, TABLE_ENCODINGS } from '../../../../shared/api/tables.ts';
import { Act } from '../../../kit/act.tsx';
import { Callout } from '../../../kit/callout.tsx';
import { hasProblem, missingOf, readAs, type Settings, widthOf, withColumn } from './settings.ts';

interface ReadingProps {
  preview: ProductImport;
  settings: Settings;
  onChange(settings: Settings): void;
}

/** How the file was parsed; expanded if required columns are missing. */
export const Reading = ({ preview, settings, onChange }: ReadingProps) => {
  const { t } = useTranslation('catalog');
  const id = useId();
  const missing = missingOf(preview);
  const [isOpen, setIsOpen] = useState(missing.length > 0 || hasProblem(preview, 'AMBIGUOUS_AMOUNT'));
  const summary = useSummary(preview);
  return (
    <Box
      component="section"
      className="card"
      style={{ overflow: 'clip' }}
      aria-label={t('import.reading.label')}
    >
      <Flex
        gap="sm"
        align="center"
        justify="space-between"
        p="var(--mantine-spacing-xs) var(--mantine-spacing-sm)"
      >
        <Text size="sm">{summary}</Text>
        <Act
          tone="quiet"
          size="compact-sm"
          flex="none"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          text={t(isOpen ? 'import.reading.hide' : 'import.reading.adjust')}
        />
      </Flex>
      {missing.length > 0 ? (
        <Callout tone="working" radius={0} role="status" title={t('import.reading.missingTitle')}>
          {t('import.reading.missing', {
            fields: missing.map((field) => t('quoted', { text: t(`fields.${field}`) })).join(', '),
          })}
        </Callout>
      ) : null}
      {isOpen ? (
        <Stack id={id} className="ruled" gap="sm" p="sm">
          <Hints preview={preview} settings={settings} onChange={onChange} />
          <Sample
            preview={preview}
            onColumn={(column, field) =>
              onChange({
                ...settings,
                columns: withColumn(settings.columns ?? preview.columns, column, field),
              })
            }
          />
        </Stack>
      ) : null}
    </Box>
  );
};

/** «CSV, UTF-8, крапка з комою · у першому рядку назви · Назва, Ціна, Артикул» */
const useSummary = ({ format, encoding, delimiter, has_header, columns }: ProductImport): string => {
  const { t } = useTranslation('catalog');
  const kind = [
    format.toUpperCase(),
    encoding && t(`import.encoding.${encoding}`),
    delimiter && t(`import.delimiter.${delimiter}`),
  ];
  const names = columns
    .toSorted((one, other) => one.column - other.column)
    .map(({ field }) => t(`fields.${field}`));
  return [
    kind.filter(Boolean).join(', '),
    t(has_header ? 'import.reading.header' : 'import.reading.noHeader'),
    t('import.reading.columns', { columns: names.join(', ') || '—' }),
  ].join(' · ');
};

const Hints = ({ preview, settings, onChange }: ReadingProps) => {
  const { t } = useTranslation('catalog');
  const { encoding, delimiter, has_header } = preview;
  return (
    <Group gap="sm" align="end">
      {encoding === null ? null : (
        <Select
          size="xs"
          label={t('import.reading.encoding')}
          value={encoding}
          data={TABLE_ENCODINGS.map((value) => ({ value, label: t(`import.encoding.${value}`) }))}
          onChange={(value) => {
            const chosen = TABLE_ENCODINGS.find((known) => known === value);
            if (chosen) onChange(readAs(settings, { encoding: chosen }));
          }}
        />
      )}
      {delimiter === null ? null : (
        <Select
          size="xs"
          label={t('import.reading.delimiter')}
          value={delimiter}
          data={TABLE_DELIMITERS.map((value) => ({ value, label: t(`import.delimiter.${value}`) }))}
          onChange={(value) => {
            const chosen = TABLE_DELIMITERS.find((known) => known === value);
            if (chosen) onChange(readAs(settings, { delimiter: chosen }));
          }}
        />
      )}
      <Select
        size="xs"
        label={t('import.reading.firstRow')}
        value={has_header ? 'yes' : 'no'}
        data={[
          { value: 'yes', label: t('import.reading.header') },
          { value: 'no', label: t('import.reading.noHeader') },
        ]}
        onChange={(value) => onChange(readAs(settings, { has_header: value === 'yes' }))}
      />
      {settings.decimal_sign !== undefined || hasProblem(preview, 'AMBIGUOUS_AMOUNT') ? (
        <Select
          size="xs"
          label={t('import.reading.decimals')}
          value={settings.decimal_sign ?? null}
          data={DECIMAL_SIGNS.map((value) => ({ value, label: t(`import.reading.${value}`) }))}
          onChange={(value) => {
            const chosen = DECIMAL_SIGNS.find((known) => known === value);
            if (chosen) onChange({ ...settings, decimal_sign: chosen });
          }}
        />
      ) : null}
      <Select
        size="xs"
        w="16rem"
        label={t('import.reading.matchBy')}
        value={settings.match_by ?? 'any'}
        data={[
          { value: 'any', label: t('import.reading.matchAny') },
          ...PRODUCT_KEYS.map((value) => ({ value, label: t(`fields.${value}`) })),
        ]}
        onChange={(value) => {
          const { match_by: _old, ...rest } = settings;
          const chosen = PRODUCT_KEYS.find((known) => known === value);
          onChange(chosen ? { ...rest, match_by: chosen } : rest);
        }}
      />
    </Group>
  );
};

interface SampleProps {
  preview: ProductImport;
  onColumn(column: number, field: ImportColumn | null): void;
}

/** The first rows, and above each column its field. */
const Sample = ({ preview, onColumn }: SampleProps) => {
  const { t } = useTranslation('catalog');
  const { header, sample, columns, has_header } = preview;
  const indexes = Array.from({ length: widthOf(preview) }, (_, column) => column);
  return (
    // Focusable, so that the keyboard can scroll it: it may be wider than the screen.
    <Box
      component="section"
      className="ring-inside"
      bd="1px solid var(--line)"
      bdrs="sm"
      fz="sm"
      style={{ overflowX: 'auto' }}
      tabIndex={0}
      aria-label={t('import.reading.sample')}
    >
      <Table withColumnBorders verticalSpacing={4} highlightOnHover={false}>
        <Table.Thead>
          <Table.Tr>
            {indexes.map((column) => (
              <Table.Th key={column} scope="col">
                <NativeSelect
                  size="xs"
                  miw="9rem"
                  aria-label={t('import.reading.column', { column: column + 1, name: header[column] ?? '' })}
                  value={columns.find((each) => each.column === column)?.field ?? ''}
                  onChange={(event) => {
                    const { value } = event.currentTarget;
                    onColumn(column, IMPORT_COLUMNS.find((field) => field === value) ?? null);
                  }}
                  data={[
                    { value: '', label: t('import.reading.skip') },
                    ...IMPORT_COLUMNS.map((value) => ({ value, label: t(`fields.${value}`) })),
                  ]}
                />
                {has_header ? (
                  <Text inherit truncate maw="16rem" mih="1.2em" pt={4} fw={600}>
                    {header[column]}
                  </Text>
                ) : null}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sample.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no id
            <Table.Tr key={index}>
              {indexes.map((column) => (
                <Table.Td key={column}>
                  <Text inherit truncate maw="16rem" mih="1.2em" title={row[column]}>
                    {row[column]}
                  </Text>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
};
