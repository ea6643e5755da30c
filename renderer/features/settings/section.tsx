import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { NotFound } from '../../kit/no-screen.tsx';
import { Backup } from './backup/backup.tsx';
import { ThisComputer } from './computer.tsx';
import { CounterSection } from './counter.tsx';
import { Printing } from './printing.tsx';
import { Shop } from './shop.tsx';

export const Section = () => {
  const { section } = useParams({ from: '/settings/$section' });
  const Content = CONTENT[section];
  return Content ? <Content /> : <NotFound />;
};

/** The others are features of their own, which the router inserts. */
const CONTENT: Partial<Record<string, ComponentType>> = {
  shop: Shop,
  counter: CounterSection,
  print: Printing,
  backup: Backup,
  computer: ThisComputer,
};
