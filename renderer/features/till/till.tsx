import { Account } from './account.tsx';
import { Address } from './address.tsx';
import { Reference } from './reference.tsx';
import { Requests } from './requests.tsx';
import { SigningIn } from './signing-in.tsx';

/** From nothing to a till that works: the address, an account, a first request, and what comes of it. */
export const Till = () => (
  <>
    <Address />
    <Account />
    <Requests />
    <SigningIn />
    <Reference />
  </>
);
