import { type RefObject, useEffect } from 'react';
import { isTypedIn } from '../../ui/single-keys.ts';

/** A step may come while somebody types elsewhere on the page: the focus stays there. */
export function focusUnlessTyping(field: HTMLElement | null): void {
  if (!isTypedIn(document.activeElement)) field?.focus({ preventScroll: true });
}

/** The scanner types into the field as soon as its step is shown. */
export const useFirstFocus = (field: RefObject<HTMLElement | null>): void =>
  useEffect(() => focusUnlessTyping(field.current), [field]);
