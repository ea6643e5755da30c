import * as v from 'valibot';
import { choice, string, timestamp } from '../../../shared/api/answers.ts';
import { LOG_LEVELS } from '../../platform/config.ts';
import type { Commands } from '../command.ts';
import { doctor } from '../doctor.ts';
import { logs } from '../logs.ts';
import { openTab } from '../open-tab.ts';
import { result, verdict } from '../results.ts';

export const computerCommands = {
  open: {
    summary: "opens a browser tab that does the owner's work of the window",
    details: [
      'The service must be running. The code in the address works once, within two minutes; without a browser here the file that opens it is named, in a terminal the address too.',
    ],
    examples: ['open'],
    result: result({
      page: string('The file that opens the tab.', '/home/olena/.local/share/kramar/open.html'),
    }),
    run: openTab,
  },
  doctor: {
    summary: 'checks everything, changes nothing',
    details: ['Exit code 1 if a problem was found; a warning can wait.'],
    examples: ['doctor', 'doctor --json'],
    result: verdict({
      checks: v.array(
        v.strictObject({
          check: string('What was checked.', 'database'),
          status: choice(
            ['ok', 'warning', 'problem'],
            'A warning can wait; a problem keeps the shop from working.',
          ),
          detail: string('The finding and, unless ok, what to do.'),
        }),
      ),
    }),
    hasNoLog: true,
    run: doctor,
  },
  logs: {
    summary: "shows Kramar's log: the last lines, or each new one",
    details: [
      'Times are those of this computer. Passwords, tokens and keys are masked in the log itself. With --json and --follow each new line is an object of its own.',
    ],
    options: ['tail', 'follow', 'level', 'since'],
    examples: [
      'logs',
      'logs --level warn --since 2d',
      'logs --follow',
      'logs --tail 1000 --since "2026-03-02 07:30"',
    ],
    result: v.union([
      result({
        entries: v.array(
          v.looseObject({
            level: choice(LOG_LEVELS, 'How serious it is.'),
            time: timestamp('When it was written, UTC.'),
            msg: string('What happened.'),
          }),
        ),
      }),
      v.looseObject({ level: v.picklist(LOG_LEVELS), time: v.string(), msg: v.string() }),
    ]),
    hasNoLog: true,
    run: logs,
  },
} satisfies Commands;
