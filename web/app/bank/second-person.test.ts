import { expect, test } from 'vitest';
import { mayAgree } from './second-person.ts';

test('a difference that waits for a second person is agreed to by anybody but whoever asked for it', () => {
  const asked = { dueAt: null, askedBy: 'jelena@primer.rs' };
  expect(mayAgree(asked, 'jelena@primer.rs')).toBe(false);
  expect(mayAgree(asked, 'petar@primer.rs')).toBe(true);
  expect(mayAgree({ ...asked, dueAt: '2027-03-01T10:00:00.000Z' }, 'petar@primer.rs'), 'agreed to already').toBe(false);
});
