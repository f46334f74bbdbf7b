import { BUDGET_MOST } from '#domain/campaigns/rules.ts';

/** „4.000“ and „4000“ alike; `null`: no whole number above zero, or more than any budget. */
export function parseWholeNumber(typed: string): number | null {
  const digits = typed.replace(/[.\s]/g, '');
  return /^\d{1,8}$/.test(digits) && Number(digits) > 0 && Number(digits) <= BUDGET_MOST ? Number(digits) : null;
}

/** `null`: none; `undefined`: what was typed is no limit. */
export function parseCap(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const cap = parseWholeNumber(typed);
  return cap !== null && cap <= 1000 ? cap : undefined;
}
