import type { ExportTask } from '../http/export/write-export.ts';
import type { MonthTask } from '../shop/reports/month-archive.ts';
import type { TableTask } from '../shop/tables/parse-table.ts';
import type { BackupTask } from '../store/backup/thread.ts';
import type { CheckpointTask } from '../store/db/checkpoints.ts';
import type { ReadTask } from '../store/threads/reader.ts';
import { serveTasks } from '../store/threads/serve-tasks.ts';

/** Each thread runs this module. A task imports its own code only. */
serveTasks<BackupTask | CheckpointTask | ExportTask | MonthTask | ReadTask | TableTask>({
  writeBackup: async () => (await import('../store/backup/copy.ts')).writeBackup,
  checkBackup: async () => (await import('../store/backup/check.ts')).checkBackup,
  checkFile: async () => (await import('../store/backup/check.ts')).checkFile,
  rehearseRestore: async () => (await import('../store/backup/rehearsal.ts')).rehearseRestore,
  compareActions: async () => (await import('../store/backup/compare-actions.ts')).compareActions,
  writeCopy: async () => (await import('../store/copies/copy-file.ts')).writeCopy,
  readCopy: async () => (await import('../store/copies/copy-file.ts')).readCopy,
  writeArchive: async () => (await import('../store/data-archive/write-archive.ts')).writeArchive,
  checkpoint: async () => (await import('../store/db/checkpoints.ts')).checkpoint,
  runRead: async () => (await import('../money/reads.ts')).runRead,
  writeExport: async () => (await import('../http/export/write-export.ts')).writeExport,
  writeMonth: async () => (await import('../http/export/month/archive.ts')).writeMonth,
  parseTable: async () => (await import('../shop/tables/parse-table.ts')).parseTable,
});
