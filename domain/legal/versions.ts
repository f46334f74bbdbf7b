/** The version of each document a person agrees to: the day from which it applies. Kept with every consent. */
export const documentVersions = {
  memberTerms: '2026-11-29',
  personalData: '2026-11-28',
  companyPrivacy: '2026-11-01',
  installerPrivacy: '2026-11-23',
  installerTerms: '2026-11-01',
  companyTerms: '2026-12-01',
} as const;
export type AcceptedDocument = keyof typeof documentVersions;

/**
 * What each legal page shows: the version in force. The text is `content/legal/<address>/<version>.md` and is never
 * edited once published; a change is a new file and a new version here.
 */
export const legalPages = {
  personalDataProcessing: documentVersions.personalData,
  termsConditions: documentVersions.memberTerms,
  companyPrivacyPolicy: documentVersions.companyPrivacy,
  installerPrivacyPolicy: documentVersions.installerPrivacy,
  installerTermsWarranty: documentVersions.installerTerms,
  companyTerms: documentVersions.companyTerms,
} as const;
export type LegalPage = keyof typeof legalPages;

/** Versions that people agreed to and that are in force no more: each has an address of its own and stays readable. */
export const earlierVersions = {
  personalDataProcessing1: { of: 'personalDataProcessing', version: '2026-11-01' },
  personalDataProcessing2: { of: 'personalDataProcessing', version: '2026-11-23' },
  termsConditions1: { of: 'termsConditions', version: '2026-11-01' },
  termsConditions2: { of: 'termsConditions', version: '2026-11-24' },
  companyTerms1: { of: 'companyTerms', version: '2026-11-01' },
  companyTerms2: { of: 'companyTerms', version: '2026-11-24' },
  companyTerms3: { of: 'companyTerms', version: '2026-11-26' },
  companyTerms4: { of: 'companyTerms', version: '2026-11-27' },
  companyTerms5: { of: 'companyTerms', version: '2026-11-28' },
  companyTerms6: { of: 'companyTerms', version: '2026-11-29' },
  installerPrivacyPolicy1: { of: 'installerPrivacyPolicy', version: '2026-11-01' },
} as const satisfies Record<string, { of: LegalPage; version: string }>;
export type EarlierPage = keyof typeof earlierVersions;

/** The page of a document's version; of a version that nobody has published, the page in force. */
export const pageOfVersion = (page: LegalPage, version: string): LegalPage | EarlierPage =>
  (Object.keys(earlierVersions) as EarlierPage[]).find(
    (name) => earlierVersions[name].of === page && earlierVersions[name].version === version,
  ) ?? page;

/** Where each document that is agreed to can be read. */
export const pageOfDocument = {
  memberTerms: 'termsConditions',
  personalData: 'personalDataProcessing',
  companyPrivacy: 'companyPrivacyPolicy',
  installerPrivacy: 'installerPrivacyPolicy',
  installerTerms: 'installerTermsWarranty',
  companyTerms: 'companyTerms',
} as const satisfies Record<AcceptedDocument, LegalPage>;
