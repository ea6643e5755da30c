import { serveTasks } from '../../../main/store/threads/serve-tasks.ts';

export type TestTask =
  | { name: 'add'; args: [one: number, other: number]; result: number; part: never }
  | { name: 'count'; args: [to: number, made: Int32Array]; result: string; part: number }
  | { name: 'fail'; args: []; result: never; part: never }
  | { name: 'failUnclonable'; args: []; result: never; part: never }
  | { name: 'untilCancelled'; args: []; result: string; part: 'begun' }
  | { name: 'runOn'; args: []; result: never; part: 'begun' }
  | { name: 'fillMemory'; args: []; result: never; part: never }
  | { name: 'missing'; args: []; result: never; part: never };

serveTasks<Exclude<TestTask, { name: 'missing' }>>({
  add: async () => (one, other) => one + other,
  count:
    async () =>
    async (to, made, { send }) => {
      for (let at = 1; at <= to; at += 1) {
        await send(at);
        Atomics.store(made, 0, at);
      }
      return 'counted';
    },
  fail: async () => () => {
    throw Object.assign(new RangeError('So it goes.'), { code: 'E_TEST', errors: { file: ['bad'] } });
  },
  failUnclonable: async () => () => {
    throw Object.assign(new Error('So it goes.'), { code: 'E_TEST', retry: () => undefined });
  },
  untilCancelled: async () => (context) => {
    context.report('begun');
    while (!context.isCancelled());
    return 'cancelled';
  },
  runOn: async () => (context) => {
    context.report('begun');
    for (;;);
  },
  fillMemory: async () => () => {
    const all: unknown[] = [];
    for (;;) all.push(Array.from({ length: 1000 }, () => ({})));
  },
});
