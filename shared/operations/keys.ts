import * as v from 'valibot';
import { flag, id, nullable, string, timestamp } from '../api/answers.ts';
import { boolean, dictionary, pk, text } from '../api/fields.ts';
import { limitFields, permissionFields, permissionsInput, rightsInput } from './employees.ts';
import { NOTHING, operation } from './operation.ts';

/** Characters of a key's name. */
const MAX_NAME = 100;

/** The name a person gives a key: "Till by the door". */
/* @__NO_SIDE_EFFECTS__ */
export const keyName = () => text(MAX_NAME);

const keyFields = {
  name: keyName(),
  permissions: permissionsInput(),
  /** The only terminal (id) that it may use; null: all of them. */
  terminal: v.nullable(pk()),
  ...rightsInput,
};

/** A till's key without its value. */
export const tillKey = v.strictObject({
  id: id('Identifier of the key.'),
  name: string('Name of the key.', 'Каса 1'),
  hint: string("The key's last characters.", '9f3c'),
  ...permissionFields,
  terminal: nullable(id('The only terminal that it may use; null: all.')),
  own_sales_only: flag('True: sees only the invoices that it created.'),
  catalog_prices_only: flag('True: sells only products of the catalog at their prices.'),
  is_active: flag('False: it is revoked, or a restore has turned it off.', true),
  catalog_read_only: flag('True: changes nothing in the catalog.'),
  issued_at: timestamp('When this value of the key was issued, UTC.'),
  first_used_at: nullable(timestamp('First use, UTC.')),
  last_used_at: nullable(timestamp('Last use, UTC.')),
  revoked_at: nullable(timestamp('When the key was ended, UTC.')),
  ...limitFields,
});
export type TillKey = v.InferOutput<typeof tillKey>;

/** The only time that a key's value leaves the program. */
const issuedKey = v.strictObject({
  key: string('The key itself: shown only now.', 'kr_…'),
  ...tillKey.entries,
});

/** The keys of till apps. */
export const KEY_OPERATIONS = {
  /** By name, the revoked ones too. */
  'keys.list': operation(NOTHING, v.strictObject({ keys: v.array(tillKey) })),
  'keys.add': operation(dictionary(keyFields), issuedKey, { needsPassword: 'in_tab' }),
  /** Absent fields stay; a change holds at the key's next request. */
  'keys.change': operation(
    dictionary({
      id: pk(),
      ...rightsInput,
      name: v.optional(keyFields.name),
      permissions: v.optional(keyFields.permissions),
      terminal: v.optional(keyFields.terminal),
      /** true turns on a key that a restore has turned off. */
      is_active: v.optional(boolean()),
    }),
    tillKey,
  ),
  /** The previous value is refused from then on. */
  'keys.rotate': operation(dictionary({ id: pk() }), issuedKey, { needsPassword: 'in_tab' }),
  'keys.revoke': operation(dictionary({ id: pk() }), tillKey),
} as const;
