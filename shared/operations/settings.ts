import * as v from 'valibot';
import { dictionary, text } from '../api/fields.ts';
import { PRINT_FAULTS } from '../api/printing.ts';
import { setting } from '../api/settings.ts';
import { NOTHING, operation } from './operation.ts';

export const SETTING_OPERATIONS = {
  'settings.list': operation(NOTHING, v.strictObject({ settings: v.array(setting) })),
  /**
   * "" restores the default. The folder of the backups or of the months needs the password, and in a window is one that its
   * dialog gave: a path of another computer would send it this user's sign-in (SMB).
   */
  'settings.change': operation(dictionary({ name: text(64), value: text(1000, { blank: true }) }), setting),
  /** Prints a test page on the receipt printer of the settings. `fault`: why it was not printed; null: it was. */
  'printers.test': operation(NOTHING, v.strictObject({ fault: v.nullable(v.picklist(PRINT_FAULTS)) }), {
    needs: 'service',
  }),
  /** Progress of the first run, and which shop this is. */
  'shop.state': operation(
    NOTHING,
    v.strictObject({
      has_owner: v.boolean(),
      has_terminal: v.boolean(),
      /** The demo: invented people, goods and sales, and no money moves. */
      is_practice: v.boolean(),
    }),
    { access: 'anyone' },
  ),
} as const;
