/**
 * The steps of the reservation dialog; this constant is the whole decision
 * (docs/decisions/050): the country comes before the package because prices depend on it.
 */
export const STEPS = ['personal', 'country', 'package', 'payment'] as const;
export type Step = (typeof STEPS)[number];

export const stepNumber = (step: Step): number => STEPS.indexOf(step) + 1;
export const stepAfter = (step: Step): Step => STEPS[Math.min(STEPS.indexOf(step) + 1, STEPS.length - 1)]!;
export const stepBefore = (step: Step): Step => STEPS[Math.max(STEPS.indexOf(step) - 1, 0)]!;
