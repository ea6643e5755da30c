import type { BridgeRefusal, CallInput } from '../../../shared/bridge/bridge.ts';
import { PERMISSIONS } from '../../../shared/permissions.ts';
import { personOf, servePeople } from './people.ts';
import { serveCalls } from './window.ts';

type Added = CallInput<'employees.add'>;
type Changed = CallInput<'employees.change'>;
export type Person = ReturnType<typeof personOf>;

/** The people of the shop, whom the program adds and changes; those of the beginning have a PIN. */
export const serveStaff = (people: Person[] = [], refuse?: (added: Added) => BridgeRefusal | undefined) => {
  servePeople(people);
  const limits = { refund_largest: null, refund_per_day: null };
  const pins = new Set(people.map(({ id }) => id));
  const ofProgram = ({ created_at: _created, updated_at: _updated, ...person }: Person) => ({
    ...person,
    ...limits,
    has_pin: pins.has(person.id),
    own_sales_only: false,
    catalog_prices_only: false,
    catalog_read_only: false,
  });
  const rightsOf = (permissions: readonly string[] = []) =>
    Object.fromEntries(PERMISSIONS.map((name) => [name, permissions.includes(name)]));
  serveCalls({
    'employees.list': () => ({ employees: people.map(ofProgram) }),
    'employees.add': (added) => {
      const refusal = refuse?.(added);
      if (refusal) return refusal;
      const { username: name, full_name, position: place, permissions } = added;
      const made = personOf(people.length + 1, name, full_name, {
        position: place,
        ...rightsOf(permissions),
      });
      people.push(made);
      return ofProgram(made);
    },
    'employees.change': ({ id, full_name, position: place, permissions, is_active, remove_pin }: Changed) => {
      if (remove_pin) pins.delete(Number(id));
      const at = people.findIndex((each) => each.id === id);
      const before = people[at] as Person;
      const changed = {
        ...before,
        full_name: full_name ?? before.full_name,
        position: place ?? before.position,
        is_active: is_active ?? before.is_active,
        ...(permissions && rightsOf(permissions)),
      };
      people[at] = changed;
      return ofProgram(changed);
    },
  });
  return people;
};
