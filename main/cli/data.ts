import { formatSize } from '../../shared/size.ts';
import { exportData } from '../safekeeping/data-archive.ts';
import type { Run } from './command.ts';
import { requireDatabase } from './open.ts';

export const dataExport: Run = async ({ config, operand, log }) => {
  requireDatabase(config);
  const { path, size, ...facts } = await exportData(config.dataDir, operand, Date.now());
  log.info('All data was exported.', { path, size });
  return {
    json: { ok: true, path, size, ...facts },
    lines: [
      `All data was written to ${path} (${formatSize(size, 'en')}): ${facts.tables} tables, ${facts.rows} rows.`,
      'No secrets are in it: no bank tokens, passwords, PINs or keys, and no hashes of them. It is not encrypted.',
    ],
  };
};
