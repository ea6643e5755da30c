import { employeeAdd, employeeList, employeeSet, ownerCreate, ownerPassword } from './accounts.ts';
import type { Run } from './command.ts';
import { doctor } from './doctor.ts';
import type { CommandName } from './signatures.ts';
import { terminalAdd, terminalList, terminalToken } from './terminals.ts';

export const commands: Record<CommandName, Run> = {
  'owner create': ownerCreate,
  'owner password': ownerPassword,
  'employee add': employeeAdd,
  'employee set': employeeSet,
  'employee list': employeeList,
  'terminal add': terminalAdd,
  'terminal token': terminalToken,
  'terminal list': terminalList,
  doctor,
};
