import { Box, Flex, Skeleton, VisuallyHidden } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { PropsWithChildren, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeMark } from '../kit/change-mark.tsx';
import { type Query, QueryView } from '../kit/query-view.tsx';
import type { Change, FigureName } from '../lib/figures.ts';
import classes from './figures.module.css';

/** The sums of a period side by side. */
export const FiguresCard = ({ title, children }: PropsWithChildren<{ title: string }>) => (
  <section className={`card ${classes.figures}`} aria-label={title}>
    {children}
  </section>
);

interface FiguresProps<Data> {
  title: string;
  query: Query<Data>;
  children(data: Data): ReactNode;
}

export const Figures = <Data,>({ title, query, children }: FiguresProps<Data>) => {
  if (query.data !== undefined) return <FiguresCard title={title}>{children(query.data)}</FiguresCard>;
  return (
    <section className="card" aria-label={title}>
      <QueryView query={query} loading={<Waiting />}>
        {children}
      </QueryView>
    </section>
  );
};

const Waiting = () => {
  const { t } = useTranslation();
  return (
    <div className={classes.waiting} role="status" aria-label={t('list.loading')}>
      <Skeleton height="100%" />
    </div>
  );
};

interface FigureProps {
  name: FigureName | 'qr' | 'cash';
  label: string;
  /** The formatted value. */
  value: string;
  /** undefined while the comparison is loading */
  change?: Change | undefined;
  /** The period compared with, in words for screen readers. */
  against?: string;
  /** Whether `against` is visible as well. */
  isAgainstShown?: boolean;
  /** The earlier value, where it is shown. */
  then?: string | undefined;
  /** The list behind the figure, if there is one. */
  link?: Pick<LinkProps, 'to' | 'search'> | undefined;
}

/** One figure of a period, linked to the list behind it. */
export const Figure = ({ name, link, ...content }: FigureProps) =>
  link ? (
    <Link {...link} className={`row-link ring-inside ${classes.figure}`} data-figure={name}>
      <Content {...content} />
    </Link>
  ) : (
    <div className={classes.figure} data-figure={name}>
      <Content {...content} />
    </div>
  );

const Content = ({
  label,
  value,
  change,
  against,
  isAgainstShown,
  then,
}: Omit<FigureProps, 'name' | 'link'>) => (
  <>
    <Box component="span" fz="sm" c="dimmed">
      {label}
    </Box>
    <span className={`figures ${classes.value}`}>{value}</span>
    <Flex component="span" wrap="wrap" gap="0 8px" fz="xs" c="dimmed">
      {change ? (
        <>
          <ChangeMark change={change} />
          {isAgainstShown ? <span>{against}</span> : <VisuallyHidden> {against}</VisuallyHidden>}
        </>
      ) : null}
      {then === undefined ? null : <span className="figures">{then}</span>}
    </Flex>
  </>
);
