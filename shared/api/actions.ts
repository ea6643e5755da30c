import * as v from 'valibot';
import {
  ACTION_CODES,
  ACTION_FAULTS,
  ACTION_GROUPS,
  ACTION_OBJECTS,
  ACTION_SOURCES,
  ACTORS,
} from '../actions.ts';
import { choice, count, id, nullable, shape, string, timestamp } from './answers.ts';
import { described } from './described.ts';
import { pageOf } from './pages.ts';
import { choiceParam, choicesParam, datetimeParam, pageParams, positiveParam, query } from './query.ts';
import { EXPORT_FORMATS } from './tables.ts';

export const action = shape('Action', {
  number: id('Rises by one from action to action; after a restore there may be a gap.', 318),
  at: timestamp('When it was done, UTC.'),
  actor: choice(
    ACTORS,
    "Who did it. command_line: a user of this computer, by the system's user name; system: Kramar itself.",
  ),
  actor_id: nullable(id(), 'Id of the employee, the owner or the key; null: none of them.', 4),
  actor_name: string('Their name as it was then.', 'Олена Коваль'),
  source: choice(
    ACTION_SOURCES,
    "By which way. window: Kramar's own screens; programs can pretend to be one.",
    'interface',
  ),
  code: string('What was done. Codes may be added.', 'refund_done'),
  object: nullable(choice(ACTION_OBJECTS), 'The kind of what it is about, or null.', 'invoice'),
  object_id: nullable(id(), 'Its id, or null.', 15),
  object_label: string('Its name or number as it was then.', '000015'),
  facts: described(
    v.looseObject({}),
    'Further facts: the fields depend on the code. Amounts in minor units.',
    { amount: 8100 },
  ),
});
export type Action = v.InferOutput<typeof action>;

export const actionPage = pageOf(action);

const filters = {
  who: positiveParam('Only actions of this employee, owner or key (id).'),
  group: choiceParam(ACTION_GROUPS, 'Only actions of this group.'),
  code: choicesParam(ACTION_CODES, 'Only actions of these kinds, separated by commas.'),
  source: choiceParam(ACTION_SOURCES, 'Only actions that came by this way.'),
  object: choiceParam(ACTION_OBJECTS, 'Only actions about objects of this kind.'),
  object_id: positiveParam('Only actions about the object with this id; with object.'),
  from: datetimeParam('start', 'Only actions from then on.'),
  to: datetimeParam('end', 'Only actions until then.'),
};

export const actionQuery = query({ ...filters, ...pageParams });
export const actionExportQuery = query({ ...filters, format: choiceParam(EXPORT_FORMATS, 'Default: csv.') });
export type ActionExportQuery = v.InferOutput<typeof actionExportQuery>;
export type ActionFilter = Omit<ActionExportQuery, 'format'>;

export const actionLogState = shape('ActionLogState', {
  last_number: count('Number of the last action; 0: none yet.', 318),
  checked_at: nullable(
    timestamp(),
    'When a backup last compared the log with the backup before, UTC; null: not yet.',
  ),
  checked: count('How many actions were compared then.', 318),
  fault: nullable(
    choice(ACTION_FAULTS),
    'What was found: an action was changed, or is missing. Null: nothing.',
  ),
  fault_number: nullable(id(), 'Number of the first action that is wrong or missing, or null.'),
});
export type ActionLogState = v.InferOutput<typeof actionLogState>;
