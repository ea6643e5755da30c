import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { NotFound } from '../../ui/not-found.tsx';
import { About } from './about.tsx';
import { Backup } from './backup/backup.tsx';
import { Bank } from './bank.tsx';
import { ThisComputer } from './computer.tsx';
import { isSection, SECTIONS, type SectionName } from './sections.ts';
import { Security } from './security.tsx';
import { Shop } from './shop.tsx';

/** How a till is connected is a feature of its own, which the router puts in its place. */
const CONTENT: Record<Exclude<SectionName, 'till'>, ComponentType> = {
  shop: Shop,
  bank: Bank,
  security: Security,
  backup: Backup,
  computer: ThisComputer,
  about: About,
};

export const Section = () => {
  const { section } = useParams({ from: '/settings/$section' });
  if (!isSection(section) || section === 'till') return <NotFound />;
  const Content = CONTENT[section];
  return <Content />;
};

export const FirstSection = () => {
  const Content = CONTENT[SECTIONS[0].name];
  return <Content />;
};
