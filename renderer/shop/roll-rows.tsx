import { Fragment } from 'react';
import paper from './paper.module.css';

interface Row {
  name: string;
  value: string;
}

interface RollRowsProps {
  /** Names are unique. */
  rows: readonly Row[];
  className?: string | undefined;
}

/** Named values on a roll of the receipt printer; long ones wrap. */
export const RollRows = ({ rows, className = '' }: RollRowsProps) => (
  <table className={`${paper.wrapped} ${className}`}>
    <tbody>
      {rows.map(({ name, value }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{value}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Named values on an A4 sheet. @param props.facts names are unique */
export const SheetFacts = ({ facts }: { facts: readonly Row[] }) => (
  <dl>
    {facts.map(({ name, value }) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
);
