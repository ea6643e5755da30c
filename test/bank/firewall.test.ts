import { expect, test } from 'vitest';
import { boundedDoubts } from '../../main/bank/breaker.ts';
import type { Bank } from '../../main/bank/client.ts';
import { errorFromResponse } from '../../main/bank/errors.ts';
import type { CreateInvoiceRequest } from '../../main/bank/requests.ts';
import { permit } from '../helpers/permit.ts';

type Path = 'create' | 'details';

/** A bank whose firewall keeps out the paths of `kept`, on a clock that the test moves. */
const world = () => {
  const kept = new Set<Path>();
  const calls: string[] = [];
  let clock = 0;
  const through =
    (path: Path) =>
    (token: string): Promise<never> => {
      calls.push(`${path} ${token}`);
      return kept.has(path)
        ? Promise.reject(errorFromResponse(403, '<html>403 Forbidden</html>', null))
        : Promise.resolve({} as never);
    };
  const inside = { createInvoice: through('create'), merchantDetails: through('details') } as unknown as Bank;
  const bank = boundedDoubts(
    inside,
    () => clock,
    () => 0.5,
  );
  return {
    kept,
    pass: (seconds: number) => {
      clock += seconds * 1000;
    },
    /** What became of a sale, and what the bank got of it. */
    sell: async (token = 'A') => {
      calls.length = 0;
      const ended = await bank.createInvoice(token, {} as CreateInvoiceRequest, permit('sale')).then(
        () => 'sold',
        (error: { inDoubt: boolean }) => (error.inDoubt ? 'in doubt' : 'not sent'),
      );
      return [ended, ...calls];
    },
  };
};

test('behind the firewall one sale of each token is in doubt; the next one makes a request that changes nothing, and is sent when that gets through', async () => {
  const { kept, sell } = world();
  kept.add('create').add('details');
  for (const token of ['A', 'B']) {
    expect(await sell(token)).toEqual(['in doubt', `create ${token}`]);
    expect(await sell(token)).toEqual(['not sent', `details ${token}`]);
  }
  kept.clear();
  expect(await sell()).toEqual(['sold', 'details A', 'create A']);
  expect(await sell()).toEqual(['sold', 'create A']);
});

test('where only sales are kept out, three are sent, then they wait 5, 10, 20 … seconds, at most an hour', async () => {
  const { kept, sell, pass } = world();
  kept.add('create');
  for (let n = 0; n < 3; n += 1) expect((await sell())[0]).toBe('in doubt');
  const waits: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    let seconds = 0;
    while ((await sell())[0] === 'not sent') {
      pass(5);
      seconds += 5;
    }
    waits.push(seconds);
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
  expect(await sell()).toEqual(['not sent']);
  pass(3600);
  kept.clear();
  expect((await sell())[0]).toBe('sold');
  expect(await sell()).toEqual(['sold', 'create A']);
});
