import { expect, test, vi } from 'vitest';
import { meanwhile as copy } from '#domain/merging-copy.ts';
import { meanwhileOfRows } from './meanwhile-of-rows.ts';

test('of several that are answered together, whatever a colleague settles meanwhile is left out once that was seen', () => {
  const [first, second, third] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const onSeen = vi.fn();
  expect(meanwhileOfRows([first, second], undefined, onSeen), 'nothing is known').toBeNull();
  expect(meanwhileOfRows([first, second], [second, first, third], onSeen)).toBeNull();
  const changed = meanwhileOfRows([first, second], [second], onSeen)!;
  expect(changed).toMatchObject({ text: copy.changed, seen: { label: copy.seen } });
  changed.seen!.onSeen();
  expect(onSeen).toHaveBeenCalledExactlyOnceWith([second]);
  expect(meanwhileOfRows([first], [second], onSeen), 'only closing is left').toEqual({ text: copy.impossible });
});
