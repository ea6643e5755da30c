import { Skeleton } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../data/failure.ts';
import classes from './figures.module.css';
import { FailedState } from './list-states.tsx';

interface FiguresProps extends PropsWithChildren {
  title: string;
  failure: Failure | undefined;
  onRetry(): void;
  isOld?: boolean;
}

/** The sums of a period side by side; without children they are being read. */
export const Figures = ({ title, failure, onRetry, isOld, children }: FiguresProps) => {
  if (failure && !children)
    return (
      <section className="card" aria-label={title}>
        <FailedState failure={failure} onRetry={onRetry} />
      </section>
    );
  return (
    <section className={`card ${classes.figures}`} aria-label={title} data-old={isOld || undefined}>
      {children ?? <Waiting />}
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
