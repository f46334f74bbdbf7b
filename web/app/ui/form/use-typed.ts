import { useRef } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Passwords and codes are never worth a question. */
const isText = (target: EventTarget): target is Field =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type !== 'password' && target.autocomplete !== 'one-time-code');

const held = (field: Field) =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type) ? String(field.checked) : field.value;

/** Whether fields hold something else than when they were first focused. Fields that are gone hold nothing. */
export function useFieldChanges() {
  const first = useRef(new Map<Field, string>());
  return {
    see: (target: EventTarget) => {
      if (isText(target) && !first.current.has(target)) first.current.set(target, held(target));
    },
    isTyped: () => [...first.current].some(([field, value]) => field.isConnected && held(field) !== value),
  };
}
