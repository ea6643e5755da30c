import { describe, expect, test } from 'vitest';
import { decisionsAreHere, exceptionOf, heldSentences, staleExceptions } from './sentences.ts';

describe.skipIf(!decisionsAreHere())(
  decisionsAreHere() ? 'decisions.md' : 'skipped: ../shared/decisions.md is not there',
  () => {
    test('every sentence is held by a test that quotes it, or is excepted with a reason', () => {
      const sentences = heldSentences();
      expect(sentences.length).toBeGreaterThan(200);
      const open = sentences.filter((each) => each.tests.length === 0 && exceptionOf(each) === undefined);
      expect(open.map(({ chapter, text }) => `${chapter}: ${text}`)).toEqual([]);
      expect(staleExceptions(sentences), 'exceptions that are none any more').toEqual([]);
    });
  },
);
