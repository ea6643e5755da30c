import paper from './paper.module.css';

interface RollRowsProps {
  /** Names are unique. */
  rows: readonly { name: string; value: string }[];
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
