import type { FieldErrors } from 'react-hook-form';
import { common } from '#domain/copy.ts';

/** Shown above a form with more than two mistakes; one or two are shown at their fields only. */
export function wrongFields(errors: FieldErrors): string | null {
  const wrong = Object.keys(errors).length;
  return wrong > 2 ? common.checkFields(wrong) : null;
}
