import { PASSWORD_COST } from '../../main/shop/accounts/passwords.ts';

// A real hash takes 0.2 s of a processor; the tests make and verify hundreds. Each contains its parameters, so every
// process of a test verifies these as any other. test/shop/accounts/passwords.test.ts tests the real ones.
Object.assign(PASSWORD_COST, { N: 2, r: 1, p: 1 });
