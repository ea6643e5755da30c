import { type CounterSettings, counterSettings } from '../../../shared/api/counter.ts';
import { counterSettings as readCounter } from '../../shop/settings.ts';
import type { Db } from '../../store/db/connection.ts';
import { defineExtension } from '../extension.ts';
import type { Route } from '../route.ts';

export const counterRoutes = (db: Db): Route[] => [
  defineExtension({
    method: 'GET',
    path: 'counter/',
    id: 'getCounter',
    summary: 'Read how the shop deals with cash',
    description: 'Set by the owner, outside the interface.',
    answer: counterSettings,
    access: 'member',
    handler: (): CounterSettings => readCounter(db),
  }),
];
