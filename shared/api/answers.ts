import * as v from 'valibot';

/** The building blocks of answers: what a client may rely on, to the type. */

export const id = () => v.pipe(v.number(), v.integer(), v.minValue(1));
export const count = () => v.pipe(v.number(), v.integer(), v.minValue(0));
/** Money, minor units. */
export const minorUnits = () => v.pipe(v.number(), v.integer());
/** ISO 8601 in UTC. */
export const timestamp = () => v.pipe(v.string(), v.isoTimestamp());
