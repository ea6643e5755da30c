import { exportData, importData } from '../domain/data-archive.ts';
import type { ArchiveSchema } from '../store/data-archive/format.ts';
import type { Run } from './command.ts';
import { megabytes } from './copies.ts';
import { requireDatabase } from './open.ts';

export const dataExport: Run = async ({ config, operand, log }) => {
  requireDatabase(config);
  const { path, size, schema } = await exportData(config.dataDir, operand, Date.now());
  log.info('All data was exported.', { path, size });
  const facts = factsOf(schema);
  return {
    json: { ok: true, path, size, ...facts },
    lines: [
      `All data was written to ${path} (${megabytes(size)}): ${facts.tables} tables, ${facts.rows} rows.`,
      'No secrets are in it: no bank tokens, passwords, PINs or keys, and no hashes of them. It is not encrypted.',
    ],
  };
};

export const dataImport: Run = async ({ config, operand, log }) => {
  const schema = await importData(config.dataDir, operand, Date.now());
  log.info('An archive of all data was imported.', { path: operand });
  const facts = factsOf(schema);
  return {
    json: { ok: true, ...facts },
    lines: [
      `The data of ${schema.created_at} was imported: ${facts.tables} tables, ${facts.rows} rows.`,
      'Passwords and bank tokens are not in it. Now: owner password, terminal token ID, and a password for each employee.',
    ],
  };
};

const factsOf = ({ tables, schema, created_at }: ArchiveSchema) => ({
  schema,
  created_at,
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
});
