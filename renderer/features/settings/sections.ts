import {
  IconBuildingBank,
  IconBuildingStore,
  IconCashRegister,
  IconCode,
  IconDatabaseExport,
  IconDeviceDesktop,
  IconPrinter,
  IconUsers,
} from '@tabler/icons-react';

/** The sections in order. */
export const SECTIONS = [
  { name: 'shop', icon: IconBuildingStore },
  { name: 'counter', icon: IconCashRegister },
  { name: 'bank', icon: IconBuildingBank },
  { name: 'people', icon: IconUsers },
  { name: 'print', icon: IconPrinter },
  { name: 'backup', icon: IconDatabaseExport },
  { name: 'computer', icon: IconDeviceDesktop },
  { name: 'till', icon: IconCode },
] as const;
export type SectionName = (typeof SECTIONS)[number]['name'];
