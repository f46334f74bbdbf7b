import type { FieldErrors } from 'react-hook-form';
import { common } from '#domain/copy.ts';
import type { Problem } from './ui/form/form-problem.tsx';

/** Shown beside the button of a form with more than two mistakes; one or two are shown at their fields only. */
export function wrongFields(errors: FieldErrors): Problem | null {
  const wrong = Object.keys(errors).length;
  return wrong > 2 ? { text: common.checkFields(wrong), atFields: true } : null;
}
