import { afterEach, expect, test, vi } from 'vitest';
import { isHeldDown, letterOf, singleKeyListeners } from './single-keys.ts';

/** An element that stands only in elements of these selectors. */
class Place {
  readonly #inside: readonly string[];
  constructor(...inside: string[]) {
    this.#inside = inside;
  }
  readonly blur = vi.fn();
  closest(selector: string) {
    return this.#inside.some((one) => selector.split(', ').includes(one)) ? this : null;
  }
}

/** What each of these keys did on a page over which `over` lies until the key has closed it. */
function pressed(key: string, { over = '', target = new Place(), ...event }: Record<string, unknown> = {}) {
  let open = String(over);
  vi.stubGlobal('Element', Place);
  vi.stubGlobal('document', { querySelector: (all: string) => (open && all.split(', ').includes(open) ? {} : null) });
  const act = vi.fn();
  const preventDefault = vi.fn();
  const { onPress, onKeyDown } = singleKeyListeners(() => ({ escape: act, z: act, j: act }));
  onPress();
  open = '';
  onKeyDown({ key, target, preventDefault, ...event } as unknown as KeyboardEvent);
  expect(preventDefault).toHaveBeenCalledTimes(act.mock.calls.length);
  return act.mock.calls.length;
}

afterEach(() => vi.unstubAllGlobals());

test('a key of the page works, a letter in either case', () => {
  expect(pressed('z')).toBe(1);
  expect(pressed('Z')).toBe(1);
  expect(pressed('Escape')).toBe(1);
  expect(pressed('x')).toBe(0);
  expect(pressed('z', { ctrlKey: true })).toBe(0);
});

test('a key does the same where Cyrillic is typed', () => {
  expect(pressed('з')).toBe(1);
  expect(pressed('Ј')).toBe(1);
  expect(pressed('к')).toBe(0);
  expect(pressed('ј', { repeat: true })).toBe(1);
  for (const key of ['џ', 'Џ']) expect(letterOf({ key }), key).toBe('x');
});

test('Esc that closes a dialog or a menu, that of the header too, closes nothing more; letters are theirs', () => {
  for (const over of [
    '[role=dialog]',
    '[role=alertdialog]',
    '[role=menu]',
    'header[data-known] [aria-expanded=true]',
  ]) {
    expect(pressed('Escape', { over }), over).toBe(0);
    expect(pressed('z', { over }), over).toBe(0);
  }
  expect(pressed('Escape', { defaultPrevented: true })).toBe(0);
});

test('a key that is held down does what it does once, and only leads on from row to row', () => {
  for (const key of ['Escape', 'z', 'Z']) expect(pressed(key, { repeat: true }), key).toBe(0);
  expect(pressed('j', { repeat: true })).toBe(1);
  for (const key of ['ArrowDown', 'ArrowUp']) expect(isHeldDown({ key, repeat: true }), key).toBe(false);
  expect(isHeldDown({ key: 'Enter', repeat: true }), 'the next payment of a statement').toBe(true);
  expect(isHeldDown({ key: 'Enter', repeat: false })).toBe(false);
});

test('what is typed is no key of the page', () => {
  for (const field of ['input:not([type=checkbox])', 'textarea', 'select', '[role=dialog]']) {
    const target = new Place(field);
    expect(pressed('z', { target }), field).toBe(0);
    expect(target.blur).not.toHaveBeenCalled();
    expect(pressed('Escape', { target }), field).toBe(0);
    expect(target.blur, 'Esc leaves the field first').toHaveBeenCalledOnce();
  }
  const inDialog = new Place('[role=dialog]');
  expect(pressed('Escape', { target: inDialog, over: '[role=dialog]' })).toBe(0);
  expect(inDialog.blur).not.toHaveBeenCalled();
});
