import {
  IconBuildingBank,
  IconBuildingStore,
  IconCashRegister,
  IconDatabaseExport,
  IconDeviceDesktop,
  IconInfoCircle,
  IconShieldLock,
  IconUsers,
} from '@tabler/icons-react';

/** The sections in order; the first is the default. */
export const SECTIONS = [
  { name: 'shop', icon: IconBuildingStore },
  { name: 'bank', icon: IconBuildingBank },
  { name: 'people', icon: IconUsers },
  { name: 'security', icon: IconShieldLock },
  { name: 'backup', icon: IconDatabaseExport },
  { name: 'computer', icon: IconDeviceDesktop },
  { name: 'till', icon: IconCashRegister },
  { name: 'about', icon: IconInfoCircle },
] as const;
export type SectionName = (typeof SECTIONS)[number]['name'];
