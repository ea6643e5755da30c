/** `kramar-2026-10`; of one seller `kramar-2026-10-12345678` */
export const archiveName = (month: string, taxNumber: string | undefined): string =>
  ['kramar', month, ...(taxNumber === undefined ? [] : [taxNumber])].join('-');
