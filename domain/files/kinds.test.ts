import { expect, test } from 'vitest';
import { fileRefusals } from './copy.ts';
import { FILE_KINDS } from './kinds.ts';

test('what a kind takes has a name that people know', () => {
  for (const { types } of Object.values(FILE_KINDS))
    expect(fileRefusals.FILE_TYPE_REFUSED({ types: [...types] })).not.toContain('/');
});
