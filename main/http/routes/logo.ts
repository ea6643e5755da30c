import { type Logo, logo } from '../../../shared/api/logo.ts';
import type { Db } from '../../store/db/connection.ts';
import { findLogo, type LogoRow } from '../../store/logo.ts';
import { defineExtension } from '../extension.ts';
import type { Route } from '../route.ts';

const present = (row: LogoRow | undefined): Logo => ({
  image: row ? `data:${row.type};base64,${Buffer.from(row.content).toString('base64')}` : null,
  width: row?.width ?? 0,
  height: row?.height ?? 0,
});

export const logoRoutes = (db: Db): Route[] => [
  defineExtension({
    method: 'GET',
    path: 'logo/',
    id: 'getLogo',
    summary: "Read the shop's logo",
    description:
      "For papers that another program prints. Without a logo, the shop's name stands in its place.",
    answer: logo,
    access: 'member',
    handler: () => present(findLogo(db)),
  }),
];
