import { expect, test, vi } from 'vitest';
import { meanwhile as copy } from '#domain/merging-copy.ts';
import { meanwhileOf } from './use-dialog-row.ts';

test('a question stays while what matters is as it was shown, whatever else changes', () => {
  expect(meanwhileOf(['pending', 0], ['pending', 0], true, vi.fn())).toBeNull();
});

test('a question about another state is asked again: nothing is done before it was seen', () => {
  const onSeen = vi.fn();
  const changed = meanwhileOf(['pending', 0], ['pending', 500], true, onSeen);
  expect(changed).toMatchObject({ text: copy.changed, seen: { label: copy.seen } });
  changed!.seen!.onSeen();
  expect(onSeen).toHaveBeenCalledOnce();
});

test('what is no longer possible can only be closed', () => {
  expect(meanwhileOf('unused', 'used', false, vi.fn())).toEqual({ text: copy.impossible });
});
