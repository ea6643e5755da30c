import * as v from 'valibot';
import { EVENT_DATA, EVENT_TYPES, type EventType } from '../../../shared/api/events.ts';
import { convert } from './schemas.ts';

const fieldsOf = (type: EventType): [string, v.GenericSchema][] => Object.entries(EVENT_DATA[type].entries);

const types = EVENT_TYPES.map((type) => {
  const names = fieldsOf(type).map(([name]) => `\`${name}\``);
  return `| \`${type}\` | ${v.getDescription(EVENT_DATA[type])} | ${names.join(', ')} |`;
});

const fields = [...new Map(EVENT_TYPES.flatMap(fieldsOf))].map(([name, schema]) => {
  const choices = convert(schema).enum as readonly string[] | undefined;
  return `| \`${name}\` | ${v.getDescription(schema)}${choices ? ` One of ${choices.join(', ')}.` : ''} |`;
});

/** The types of events and the fields of their data, as Markdown. */
export const EVENT_TABLES = `| type | told when | data |
|---|---|---|
${types.join('\n')}

| field of data | what it says |
|---|---|
${fields.join('\n')}`;
