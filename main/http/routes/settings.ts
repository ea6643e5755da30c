import { counterSettings, type Logo, logo, settings } from '../../../shared/api/settings.ts';
import { listSettings, counterSettings as readCounter } from '../../shop/settings.ts';
import type { Db } from '../../store/db/connection.ts';
import { findLogo, type LogoRow } from '../../store/logo.ts';
import { defineExtension, type Route } from '../route.ts';

const presentLogo = (row: LogoRow | undefined): Logo => ({
  image: row ? `data:${row.type};base64,${Buffer.from(row.content).toString('base64')}` : null,
  width: row?.width ?? 0,
  height: row?.height ?? 0,
});

/** Settings are read here; the owner changes them in the window, a tab or the console. */
export const settingRoutes = (db: Db, dataDir: string): Route[] => [
  defineExtension({
    at: 'GET settings/',
    id: 'getSettings',
    summary: "Read the owner's settings",
    description: 'For screens in a browser. They are changed outside the interface.',
    answer: settings,
    access: 'owner',
    handler: () => ({ settings: listSettings(db, dataDir) }),
  }),
];

export const counterRoutes = (db: Db): Route[] => [
  defineExtension({
    at: 'GET counter/',
    id: 'getCounter',
    summary: 'Read how the shop deals with cash',
    description: 'Set by the owner, outside the interface.',
    answer: counterSettings,
    access: 'member',
    handler: () => readCounter(db),
  }),
];

export const logoRoutes = (db: Db): Route[] => [
  defineExtension({
    at: 'GET logo/',
    id: 'getLogo',
    summary: "Read the shop's logo",
    description:
      "For papers that another program prints. Without a logo, the shop's name stands in its place.",
    answer: logo,
    access: 'member',
    handler: () => presentLogo(findLogo(db)),
  }),
];
