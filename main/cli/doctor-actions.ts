import type { ActionFault } from '../../shared/actions.ts';
import type { Checked } from '../domain/actions/verify.ts';
import { type Finding, ok, problem } from './finding.ts';

const FAULTS: Record<ActionFault, (number: number) => string> = {
  changed: (number) => `Action ${number} was changed, or its hash was`,
  missing: (number) => `Action ${number} is missing`,
  cut_off: (number) => `The actions from ${number} on are missing`,
  seal: (number) => `The actions up to ${number} were computed anew: they do not fit the seal`,
};

/** What the check of the log of actions has found. */
export const checkActionLog = ({ rows, broken }: Checked): Finding =>
  broken
    ? problem(
        'actions',
        `${FAULTS[broken.fault](broken.number)}. Somebody has changed the log of actions past Kramar; the ${rows} before ` +
          'that are whole. Invoices and money are not affected. Keep a copy of the data folder, and compare with a ' +
          'backup (backup list).',
      )
    : ok('actions', `The log of actions is whole: ${rows}.`);
