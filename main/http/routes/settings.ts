import { settings } from '../../../shared/api/settings.ts';
import { listSettings } from '../../shop/settings.ts';
import type { Db } from '../../store/db/connection.ts';
import { defineExtension } from '../extension.ts';
import type { Route } from '../route.ts';

export const settingRoutes = (db: Db, dataDir: string): Route[] => [
  defineExtension({
    method: 'GET',
    path: 'settings/',
    id: 'getSettings',
    summary: "Read the owner's settings",
    description: 'For screens in a browser. They are changed outside the interface.',
    answer: settings,
    access: 'owner',
    handler: () => ({ settings: listSettings(db, dataDir) }),
  }),
];
