import type { ReactNode } from 'react';
import classes from './facts.module.css';

interface FactsProps {
  /** Names are unique. */
  facts: readonly { name: string; value: ReactNode }[];
  className?: string;
}

/** Named values side by side, as many in a row as fit. */
export const Facts = ({ facts, className = '' }: FactsProps) => (
  <dl className={`${classes.facts} ${className}`}>
    {facts.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="figures">{value}</dd>
      </div>
    ))}
  </dl>
);
