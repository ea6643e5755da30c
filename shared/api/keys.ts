import { text } from './fields.ts';

/** Characters of a key's name. */
const MAX_NAME = 100;

/** The name a person gives a key: "Till by the door". */
/* @__NO_SIDE_EFFECTS__ */
export const keyName = () => text(MAX_NAME);
