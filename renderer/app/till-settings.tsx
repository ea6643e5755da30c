import { Webhook } from '../features/settings/webhook.tsx';
import { Till } from '../features/till/till.tsx';

/** What the programmer of a till needs, and the messages of the bank. */
export const TillSettings = () => (
  <>
    <Till />
    <Webhook />
  </>
);
