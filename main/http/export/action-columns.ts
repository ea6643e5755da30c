import {
  ACTOR_WORDS,
  actionName,
  factsText,
  OBJECT_WORDS,
  SOURCE_WORDS,
} from '../../../shared/action-words.ts';
import type { ActionRow } from '../../store/actions.ts';
import type { Language } from '../preferences.ts';
import { column, type Words } from './report-columns.ts';
import { type Cell, type Column, wholeSeconds } from './table.ts';

export const ACTIONS_SHEET: Words = { uk: 'Журнал дій', en: 'Action log' };

interface Context {
  language: Language;
  /** Converts a moment (ms UTC) to the shop's wall clock. */
  wall(at: number): number;
}

const TITLES = {
  number: { uk: '№', en: 'No.' },
  at: { uk: 'Коли', en: 'When' },
  name: { uk: 'Хто', en: 'Who' },
  actor: { uk: 'Роль', en: 'Role' },
  source: { uk: 'Звідки', en: 'From' },
  action: { uk: 'Дія', en: 'Action' },
  object: { uk: 'Об’єкт', en: 'Object' },
  label: { uk: 'Назва об’єкта', en: 'Object name' },
  facts: { uk: 'Подробиці', en: 'Details' },
} satisfies Record<string, Words>;

export const actionColumns = (language: Language): Column[] => [
  column(TITLES.number[language], 'count', 10),
  column(TITLES.at[language], 'time', 20),
  column(TITLES.name[language], 'text', 24),
  column(TITLES.actor[language], 'text', 16),
  column(TITLES.source[language], 'text', 16),
  column(TITLES.action[language], 'text', 32),
  column(TITLES.object[language], 'text', 18),
  column(TITLES.label[language], 'text', 30),
  column(TITLES.facts[language], 'text', 50),
];

export const actionCells = (row: ActionRow, { language, wall }: Context): Cell[] => [
  row.number,
  wholeSeconds(wall(row.at)),
  row.actor_name,
  ACTOR_WORDS[row.actor][language],
  SOURCE_WORDS[row.source][language],
  actionName(row.code, language),
  row.object === null ? '' : OBJECT_WORDS[row.object][language],
  row.object_label,
  factsText(JSON.parse(row.facts), language),
];
