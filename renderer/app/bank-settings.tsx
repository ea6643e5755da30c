import { Bank } from '../features/settings/bank.tsx';
import { Terminals } from '../features/terminals/terminals.tsx';
import { useAccount } from '../shop/session/account.ts';

/** The bank connections, and for the owner what they share. */
export const BankSettings = () => {
  const { is_owner: isOwner } = useAccount();
  return (
    <>
      <Terminals />
      {isOwner ? <Bank /> : null}
    </>
  );
};
