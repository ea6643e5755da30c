/** What each field means, for a programmer of tills. A field of the contract without words does not compile. */
export type FieldWords<Shape> = Record<keyof Shape, string>;

/** Of nearly every resource. */
export const stamps = {
  id: 'Identifier: never changes and is never used again.',
  created_at: 'When it was made here, UTC.',
  updated_at: 'When it was last changed here, UTC.',
};
