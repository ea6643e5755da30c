import { NativeSelect, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  IMPORT_COLUMNS,
  type ImportColumn,
  type ProductImport,
} from '../../../../shared/api/catalog-files.ts';
import classes from './import.module.css';
import { widthOf } from './settings.ts';

interface SampleProps {
  preview: ProductImport;
  onColumn(column: number, field: ImportColumn | null): void;
}

/** The first rows, and above each column its field. */
export const Sample = ({ preview, onColumn }: SampleProps) => {
  const { t } = useTranslation('catalog');
  const { header, sample, columns, has_header } = preview;
  const indexes = Array.from({ length: widthOf(preview) }, (_, column) => column);
  return (
    // Focusable, so that the keyboard can scroll it: it may be wider than the screen.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller that only a mouse can move hides its content
    <section className={classes.sample} tabIndex={0} aria-label={t('import.reading.sample')}>
      <Table withColumnBorders verticalSpacing={4} highlightOnHover={false}>
        <Table.Thead>
          <Table.Tr>
            {indexes.map((column) => (
              <Table.Th key={column} scope="col">
                <NativeSelect
                  size="xs"
                  className={classes.columnSelect}
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
                {has_header ? <div className={classes.cell}>{header[column]}</div> : null}
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
                  <div className={classes.cell} title={row[column]}>
                    {row[column]}
                  </div>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
};
