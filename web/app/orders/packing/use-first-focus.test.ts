import { afterEach, expect, test, vi } from 'vitest';
import { focusUnlessTyping } from './use-first-focus.ts';

class Place {
  readonly #isField: boolean;
  constructor(isField: boolean) {
    this.#isField = isField;
  }
  closest() {
    return this.#isField ? this : null;
  }
}

afterEach(() => vi.unstubAllGlobals());

test('a step that comes has the focus, unless somebody types elsewhere', () => {
  vi.stubGlobal('Element', Place);
  const focusedFrom = (activeElement: Place | null) => {
    vi.stubGlobal('document', { activeElement });
    const focus = vi.fn();
    focusUnlessTyping({ focus } as unknown as HTMLElement);
    return focus.mock.calls.length;
  };
  expect(focusedFrom(null)).toBe(1);
  expect(focusedFrom(new Place(false)), 'the page, or a button').toBe(1);
  expect(focusedFrom(new Place(true)), 'the field of a note').toBe(0);
});
