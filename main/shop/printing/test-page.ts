import type { PaperPart } from '../../../shared/api/papers.ts';
import { parseCodePage, USUAL_CODE_PAGES } from '../../printer/code-pages.ts';
import { type Dots, encodePaper, type PaperFormat } from '../../printer/encode.ts';

/** All letters that only Ukrainian has, and the sign that is drawn. */
const SAMPLE = 'Ґанок, їжак, єдність, ім’я: 1 234,50 ₴';

/**
 * A page that shows whether width, letters, QR code and knife are right: the sample in the code page that is set, then
 * the same in the usual ones, so that the owner can pick the one that reads well.
 */
export const testPage = (
  format: PaperFormat,
  { shopName, logo }: { shopName: string; logo: Dots | undefined },
  opensDrawer: boolean,
): Uint8Array => {
  const { name, table } = format.codePage;
  const set = `${name}/${table}`;
  const top: PaperPart[] = [
    { kind: 'name', text: shopName || 'Kramar' },
    { kind: 'line', text: 'Пробний друк' },
    { kind: 'rule' },
    { kind: 'text', text: `${set}: ${SAMPLE}` },
    { kind: 'total', text: 'Разом', value: '1 234,50 ₴' },
    { kind: 'qr', value: 'https://kramar.example/test' },
    { kind: 'rule' },
  ];
  const others = USUAL_CODE_PAGES.filter((each) => each !== set).flatMap((each) => {
    const codePage = parseCodePage(each);
    const part: PaperPart = { kind: 'text', text: `${each}: ${SAMPLE}` };
    return codePage ? [encodePaper([part], { ...format, codePage }, { isCut: false })] : [];
  });
  const end = encodePaper([{ kind: 'rule' }], format);
  return Buffer.concat([encodePaper(top, format, { logo, opensDrawer, isCut: false }), ...others, end]);
};
