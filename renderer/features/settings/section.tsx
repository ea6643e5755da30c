import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { NotFound } from '../../app/not-found.tsx';
import { Till } from '../till/till.tsx';
import { About } from './about.tsx';
import { Backup } from './backup/backup.tsx';
import { Bank } from './bank.tsx';
import { ThisComputer } from './computer.tsx';
import { isSection, SECTIONS, type SectionName } from './sections.ts';
import { Security } from './security.tsx';
import { Shop } from './shop.tsx';

const CONTENT: Record<SectionName, ComponentType> = {
  shop: Shop,
  bank: Bank,
  security: Security,
  backup: Backup,
  computer: ThisComputer,
  till: Till,
  about: About,
};

export const Section = () => {
  const { section } = useParams({ from: '/settings/$section' });
  if (!isSection(section)) return <NotFound />;
  const Content = CONTENT[section];
  return <Content />;
};

export const FirstSection = () => {
  const Content = CONTENT[SECTIONS[0].name];
  return <Content />;
};
