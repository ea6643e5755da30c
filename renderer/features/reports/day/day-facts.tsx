import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DayClose } from '../../../../shared/api/day-close.ts';
import classes from './day.module.css';
import { useDayFacts } from './use-day-words.ts';

export const DayFacts = ({ day }: { day: DayClose }) => (
  <dl className={`card ${classes.facts}`}>
    {useDayFacts(day).map(({ name, value, list }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="figures">
          {list ? (
            <Anchor inherit renderRoot={(props) => <Link {...props} to="/invoices" search={list} />}>
              {value}
            </Anchor>
          ) : (
            value
          )}
        </dd>
      </div>
    ))}
  </dl>
);
