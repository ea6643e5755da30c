import { type Words, words } from '../../../shared/action-value-words.ts';
import {
  ACTOR_WORDS,
  actionName,
  factsText,
  OBJECT_WORDS,
  SOURCE_WORDS,
} from '../../../shared/action-words.ts';
import type { ActionRow } from '../../store/actions.ts';
import { type Cell, type RowColumn, type RowLocale, wholeSeconds } from './table.ts';

export const ACTIONS_SHEET = words('Журнал дій', 'Action log');

type ActionColumn = RowColumn<ActionRow, RowLocale>;

const text = (
  width: number,
  title: Words,
  of: (row: ActionRow, locale: RowLocale) => Cell,
): ActionColumn => ({ title, kind: 'text', width, of });

export const ACTION_COLUMNS: readonly ActionColumn[] = [
  { title: words('№', 'No.'), kind: 'count', width: 10, of: ({ number }) => number },
  { title: words('Коли', 'When'), kind: 'time', width: 20, of: ({ at }, { wall }) => wholeSeconds(wall(at)) },
  text(24, words('Хто', 'Who'), ({ actor_name }) => actor_name),
  text(16, words('Роль', 'Role'), ({ actor }, { language }) => ACTOR_WORDS[actor][language]),
  text(16, words('Звідки', 'From'), ({ source }, { language }) => SOURCE_WORDS[source][language]),
  text(32, words('Дія', 'Action'), ({ code }, { language }) => actionName(code, language)),
  text(18, words('Об’єкт', 'Object'), ({ object }, { language }) =>
    object === null ? '' : OBJECT_WORDS[object][language],
  ),
  text(30, words('Назва об’єкта', 'Object name'), ({ object_label }) => object_label),
  text(50, words('Подробиці', 'Details'), ({ facts }, { language }) =>
    factsText(JSON.parse(facts), language),
  ),
];
