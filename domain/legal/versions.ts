/** The version of each document a person agrees to: the day from which it applies. Kept with every consent. */
export const documentVersions = {
  memberTerms: '2026-11-01',
  personalData: '2026-11-01',
} as const;
