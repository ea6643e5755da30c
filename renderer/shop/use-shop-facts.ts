import { useQuery } from '@tanstack/react-query';
import type { System } from '../../shared/api/system.ts';
import { systemQuery } from '../api/queries.ts';
import { useAccount } from './session/account.ts';

/** Of a shop of one person with one bank connection, and while nothing is known. */
const ALONE: System['facts'] = {
  people: false,
  locations: false,
  stands: false,
  cash: false,
  holds: false,
  receipts: false,
  programs: false,
};

/** What appears on the screens only with the second of something. A currency is not among it: sums come with theirs. */
const shopFacts = (system: System | undefined, isOwner: boolean): System['facts'] => ({
  ...(system?.facts ?? ALONE),
  // Whoever is not the owner is the second person.
  ...(isOwner ? {} : { people: true }),
});

export const useShopFacts = (): System['facts'] =>
  shopFacts(useQuery(systemQuery).data, useAccount().is_owner);
