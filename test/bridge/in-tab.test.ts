import { expect, test } from 'vitest';
import { BRIDGE, type CallName } from '../../shared/bridge/bridge.ts';
import { isPossibleInTab } from '../../shared/bridge/in-tab.ts';
import { isOperation, OPERATIONS } from '../../shared/operations/operations.ts';

test('the page knows without the schemas what a browser tab can call', () => {
  for (const name of Object.keys(BRIDGE) as CallName[])
    expect({ name, inTab: isPossibleInTab(name) }).toEqual({
      name,
      inTab: isOperation(name) && OPERATIONS[name].isInTab,
    });
});
