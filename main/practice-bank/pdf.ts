import type { Invoice } from './records.ts';

/** The standard fonts of PDF know no Cyrillic, so the slip is in Latin letters. */
function slip(invoice: Invoice, type: 'sale' | 'return'): string[] {
  return [
    'PRACTICE BANK - NO MONEY MOVES',
    type === 'sale' ? 'Receipt' : 'Receipt of return',
    `Invoice ${invoice.invoiceId}`,
    `Amount ${(invoice.amount / 100).toFixed(2)} (currency ${invoice.ccy})`,
    `Card ${invoice.payment?.maskedPan ?? '-'}`,
    `RRN ${invoice.payment?.rrn ?? '-'}`,
  ];
}

const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** A one-page PDF small enough to read by eye, with a correct cross-reference table. */
export function receiptPdf(invoice: Invoice, type: 'sale' | 'return' = 'sale'): Buffer {
  const text = slip(invoice, type)
    .map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`)
    .join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 320 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    stream(`BT /F1 12 Tf 16 TL 20 170 Td\n${text}\nET`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [at, object] of objects.entries()) {
    offsets.push(body.length);
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
}
