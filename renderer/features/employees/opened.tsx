import { useState } from 'react';
import { isDesktop } from '../../data/bridge.ts';
import { AddEmployee } from './add-employee.tsx';
import { EditEmployee } from './edit-employee.tsx';
import type { Handover } from './handover.tsx';
import { OwnerPassword } from './owner-password.tsx';
import { ReadEmployee } from './read-employee.tsx';
import type { Opened as OpenedName } from './search.ts';

/** What is open at the side. In a browser there is nothing to be changed. */
export const Opened = ({ open }: { open: OpenedName | undefined }) => {
  // Kept above what is open: the new employee's form gives way to the employee, and the password goes along.
  const [handover, setHandover] = useState<Handover>();
  if (handover && handover.id !== open && open !== 'new') setHandover(undefined);
  if (open === undefined) return null;
  if (!isDesktop) return typeof open === 'number' ? <ReadEmployee key={open} id={open} /> : null;
  if (open === 'me') return <OwnerPassword />;
  if (open === 'new') return <AddEmployee onMade={setHandover} />;
  return (
    <EditEmployee
      key={open}
      id={open}
      handover={handover?.id === open ? handover : undefined}
      onHandover={setHandover}
    />
  );
};
