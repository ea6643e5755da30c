import * as v from 'valibot';
import { count, flag, id, nullable, string } from '../api/answers.ts';
import { dictionary, pk } from '../api/fields.ts';
import { bankToken, terminalName } from '../api/terminals.ts';
import { NOTHING, operation } from './operation.ts';

const merchant = {
  merchant_id: string("The bank's identifier of the merchant.", 'prKavarnia'),
  merchant_name: string("The merchant's name at the bank.", 'Кав’ярня «Зерно»'),
  edrpou: string('Company registry code; "" if the bank names none.', '3141592653'),
};

export const terminal = v.strictObject({
  id: id('Identifier of the terminal.'),
  name: string('Name of the terminal in the shop.', 'Каса 1'),
  ...merchant,
});
export type TerminalWithToken = v.InferOutput<typeof terminal>;

/** The shop's terminals at the bank, and their tokens. */
export const TERMINAL_OPERATIONS = {
  'terminals.list': operation(
    NOTHING,
    v.strictObject({
      terminals: v.array(
        v.strictObject({
          ...terminal.entries,
          is_active: flag('False: no new invoices.', true),
          has_token: flag('False: its token must be entered again.', true),
        }),
      ),
    }),
  ),
  /** Queries the bank for the token's merchant; nothing is stored. */
  'terminals.try': operation(dictionary({ token: bankToken() }), v.strictObject(merchant), { needs: 'keys' }),
  'terminals.add': operation(
    dictionary({ name: terminalName(), token: bankToken() }),
    v.strictObject({
      ...terminal.entries,
      registers: nullable(count('QR registers fetched; null: not reachable now.')),
      same_token_as: v.array(id('Another terminal with the same token.')),
    }),
    { needs: 'keys', needsPassword: true },
  ),
  'terminals.token': operation(dictionary({ id: pk(), token: bankToken() }), terminal, {
    needs: 'keys',
    needsPassword: true,
  }),
  'terminals.rename': operation(dictionary({ id: pk(), name: terminalName() }), terminal),
} as const;
