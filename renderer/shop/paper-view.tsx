import { Flex, Stack } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { PaperPart } from '../../shared/api/papers.ts';
import { Qr } from '../kit/qr.tsx';
import classes from './paper.module.css';
import { PaperLogo, useHasLogo } from './paper-logo.tsx';

/** A part of a paper: of the service's, or one that only the papers of screens have. */
export type SheetPart =
  | PaperPart
  | { kind: 'figure' | 'small'; text: string; value?: string }
  /** Lines of a table; `group` is a title above some of them. */
  | { kind: 'row' | 'group' | 'month' | 'quarter' | 'foot'; cells: readonly string[] };

type Kind = SheetPart['kind'];

/** Parts that stand in one table or list, when they follow each other. */
const RUN_KINDS: Readonly<Record<string, readonly Kind[]>> = {
  top: ['name', 'title', 'line', 'warning'],
  table: ['head', 'item', 'row', 'group', 'month', 'quarter', 'foot'],
  sums: ['sum', 'total'],
  facts: ['fact'],
  figures: ['figure'],
};
const RUNS = new Map(Object.entries(RUN_KINDS).flatMap(([run, kinds]) => kinds.map((kind) => [kind, run])));

interface Run {
  kind: string;
  parts: SheetPart[];
}

const runsOf = (parts: readonly SheetPart[]): Run[] => {
  const runs: Run[] = [];
  for (const part of parts) {
    const run = RUNS.get(part.kind);
    const kind = run ?? part.kind;
    const last = runs.at(-1);
    if (run !== undefined && last?.kind === run) last.parts.push(part);
    else runs.push({ kind, parts: [part] });
  }
  return runs;
};

const textOf = (part: SheetPart | undefined): string => (part && 'text' in part ? (part.text ?? '') : '');
const sumOf = (part: SheetPart): string => ('value' in part ? (part.value ?? '') : '');
const noteOf = (part: SheetPart): string => ('note' in part ? (part.note ?? '') : '');
const cellsOf = (part: SheetPart): readonly string[] => ('cells' in part ? (part.cells ?? []) : []);

interface PaperViewProps {
  size: 'a4' | 'roll';
  parts: readonly SheetPart[];
  /** A long table in small letters. */
  isDense?: boolean;
}

/** A paper as the window prints it. */
export const PaperView = ({ size, parts, isDense = false }: PaperViewProps) => (
  <section className={`figures ${classes[size]}`} data-dense={isDense}>
    {runsOf(parts).map((run, at) => {
      const Shown = (size === 'a4' && A4[run.kind]) || BOTH[run.kind] || Plain;
      // biome-ignore lint/suspicious/noArrayIndexKey: a paper never changes
      return <Shown key={at} parts={run.parts} />;
    })}
  </section>
);

type RunProps = Pick<Run, 'parts'>;

const each = (parts: readonly SheetPart[], show: (part: SheetPart, at: number) => ReactNode) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a paper never changes
  parts.map((part, at) => <Fragment key={at}>{show(part, at)}</Fragment>);

const Plain = ({ parts: [part] }: RunProps) => <p className={part && classes[part.kind]}>{textOf(part)}</p>;

const Rule = () => <hr />;

/** The heading is the shop's name on a roll, the title on a sheet. */
const useHeadings = (size: 'a4' | 'roll') => {
  const hasLogo = useHasLogo();
  return (parts: readonly SheetPart[]) =>
    each(parts, (part) => {
      const text = textOf(part);
      if (part.kind === 'name' && (hasLogo || text === '')) return <PaperLogo name={text} />;
      if (part.kind === (size === 'a4' ? 'title' : 'name')) return <h1>{text}</h1>;
      return <Plain parts={[part]} />;
    });
};

const Top = ({ parts }: RunProps) => useHeadings('roll')(parts);

const SheetTop = ({ parts }: RunProps) => {
  const headings = useHeadings('a4');
  return (
    <Flex className={classes.top ?? ''} gap="8mm" align="flex-start" justify="space-between" mb="4mm">
      <div>{headings(parts.filter(({ kind }) => kind !== 'warning'))}</div>
      {headings(parts.filter(({ kind }) => kind === 'warning'))}
    </Flex>
  );
};

/** Names and values in two columns. */
const Pairs = ({ parts, className }: RunProps & { className?: string | undefined }) => (
  <table className={className}>
    <tbody>
      {each(parts, (part) => (
        <tr className={classes[part.kind]}>
          <th scope="row">{textOf(part)}</th>
          <td>{sumOf(part)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const SheetSums = ({ parts }: RunProps) => <Pairs parts={parts} className={classes.sums} />;
const RollFacts = ({ parts }: RunProps) => <Pairs parts={parts} className={classes.wrapped} />;

const SheetFacts = ({ parts }: RunProps) => (
  <dl>
    {each(parts, (part) => (
      <>
        <dt>{textOf(part)}</dt>
        <dd>{sumOf(part)}</dd>
      </>
    ))}
  </dl>
);

const Figures = ({ parts }: RunProps) => (
  <Flex className={classes.figures ?? ''} wrap="wrap" gap="2mm 8mm" mt="6mm">
    {each(parts, (part) => (
      <div>
        <div>{textOf(part)}</div>
        <strong>{sumOf(part)}</strong>
      </div>
    ))}
  </Flex>
);

const RollItems = ({ parts }: RunProps) => (
  <table>
    <tbody>
      {each(
        parts.filter(({ kind }) => kind === 'item'),
        (part) => (
          <tr>
            <td>
              {textOf(part)}
              <div className={classes.small}>{noteOf(part)}</div>
            </td>
            <td>{sumOf(part)}</td>
          </tr>
        ),
      )}
    </tbody>
  </table>
);

/** What is above the lines is printed anew on each page. */
const SheetTable = ({ parts }: RunProps) => {
  const columns = cellsOf(parts[0] ?? { kind: 'head' }).length;
  const row = (part: SheetPart, at: number): ReactNode => {
    const Cell = part.kind === 'head' || part.kind === 'group' || part.kind === 'foot' ? 'th' : 'td';
    // What was sold is numbered.
    const cells =
      part.kind === 'item' ? [`${at + 1}`, textOf(part), ...cellsOf(part), sumOf(part)] : cellsOf(part);
    return (
      <tr className={classes[part.kind]}>
        {cells.map((cell, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a paper never changes
          <Cell key={index} colSpan={cells.length === 1 ? columns : 1}>
            {cell}
          </Cell>
        ))}
      </tr>
    );
  };
  const section = (name: 'head' | 'body' | 'foot') =>
    parts.filter(({ kind }) => (kind === 'head' || kind === 'foot' ? kind : 'body') === name);
  const body = section('body');
  return (
    <table className={classes.goods} data-numbered={body.some(({ kind }) => kind === 'item')}>
      <thead>{each(section('head'), row)}</thead>
      <tbody>{each(body, row)}</tbody>
      <tfoot>{each(section('foot'), row)}</tfoot>
    </table>
  );
};

const RollCode = ({ parts: [part] }: RunProps) =>
  part && (
    <>
      <Qr value={sumOf(part)} margin={2} className={classes.code} />
      <p>{textOf(part)}</p>
    </>
  );

const SheetCode = ({ parts: [part] }: RunProps) =>
  part && (
    <Flex gap="6mm" align="center" mt="10mm" style={{ breakInside: 'avoid' }}>
      <Qr value={sumOf(part)} size={144} level="L" label={textOf(part)} className={classes.code} />
      <Stack gap="1mm">
        <strong>{textOf(part)}</strong>
        <p className="breaks">{sumOf(part)}</p>
        <p>{noteOf(part)}</p>
      </Stack>
    </Flex>
  );

type Shown = (props: RunProps) => ReactNode;
const BOTH: Readonly<Record<string, Shown>> = {
  top: Top,
  sums: Pairs,
  figures: Figures,
  facts: RollFacts,
  table: RollItems,
  qr: RollCode,
  rule: Rule,
};
const A4: Readonly<Record<string, Shown>> = {
  top: SheetTop,
  sums: SheetSums,
  facts: SheetFacts,
  table: SheetTable,
  qr: SheetCode,
  rule: () => null,
};
