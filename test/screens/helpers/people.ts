import { type Employee, employee } from '../../../shared/api/employees.ts';
import { system } from '../../../shared/api/system.ts';
import { listOf, sample } from '../../helpers/sample.ts';
import { refusal, type Sent, serve } from './api.ts';

const PAGE_SIZE = 25;

export const personOf = (id: number, username: string, full_name: string, more: Partial<Employee> = {}) =>
  sample(employee, { id, username, full_name, position: 'Касир', email: '', ...more });

const pageOf = (people: readonly Employee[], { search }: Sent) => {
  const words = (search.get('search') ?? '').toLowerCase();
  const order = search.get('ordering');
  const found = people.filter((each) => `${each.full_name} ${each.username}`.toLowerCase().includes(words));
  if (order === '-username') found.reverse();
  const from = (Number(search.get('page') ?? 1) - 1) * PAGE_SIZE;
  return { ...listOf(found.slice(from, from + PAGE_SIZE)), count: found.length };
};

/** Serves the people of the shop, as they are when they are asked for. */
export const servePeople = (people: readonly Employee[]): void =>
  serve({
    'GET system/': sample(system, { terminals: [] }),
    'GET employees/': (sent) => pageOf(people, sent),
    'GET employees/{id}/': ({ ids: [id] }) =>
      people.find((each) => each.id === id) ?? refusal(404, { detail: 'Not found.' }),
    'GET employees/limits/': { results: [] },
    'GET catalog/tiles/': listOf([]),
  });
