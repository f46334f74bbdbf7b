import type { FieldErrors, FieldValues, Path, UseFormSetFocus } from 'react-hook-form';
import { common } from '#domain/copy.ts';

export interface Problem {
  title?: string;
  errors?: { text: string; onSelect: () => void }[];
}

/** More than two mistakes are also listed above the form, each leading to its field; fewer are seen where they are. */
export function summarise<Fields extends FieldValues>(
  errors: FieldErrors<Fields>,
  setFocus: UseFormSetFocus<Fields>,
): Problem | null {
  const wrong = Object.entries(errors);
  if (wrong.length <= 2) return null;
  return {
    title: common.checkFields(wrong.length),
    errors: wrong.map(([name, error]) => ({
      text: String(error?.message ?? name),
      onSelect: () => setFocus(name as Path<Fields>),
    })),
  };
}
