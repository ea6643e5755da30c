import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Named values side by side, as many in a row as fit. @param facts have a name each */
export const Facts = ({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) => (
  <dl className={classes.facts}>
    {facts.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="figures">{value}</dd>
      </div>
    ))}
  </dl>
);
