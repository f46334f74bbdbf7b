/** Who we are, in one place. The shipped values are plainly placeholders. */
const shipped = {
  brand: 'Vidik',
  legalName: 'Vidik primer d.o.o.',
  address: 'Primer ulica 1, 11000 Beograd',
  /** Where the court of the company's seat is, as it stands after „u mestu“. */
  seat: 'Beograd',
  registrationNumber: '00000000',
  taxNumber: '000000000',
  email: 'podrska@vidik.example',
  phone: '+381 11 555 0100',
  site: 'https://vidik.example',
  /** Who answers for personal data, when somebody has been named. */
  dataProtection: 'zastita-podataka@vidik.example',
  /** How long records of access are kept, in days. */
  accessRecordDays: '90',
  /** How long invoices and what belongs to them are kept, in years after the one they are of. */
  documentYears: '10',
  /** Where parcels are sent: codes of `countries` (copy.ts), with commas. */
  deliveryCountries: 'RS',
  /** `no`: prices name no VAT. */
  vatPayer: 'yes',
  /** Dinars for one euro in the shop (`EUR_RSD_RATE`); the event has its own rate. */
  eurRsdRate: '117.17',
};
export type Company = typeof shipped;

/** Configuration (`COMPANY_LEGAL_NAME=…`), written into the site and the server alike when they are built. */
declare const COMPANY_CONFIGURATION: Partial<Company> | undefined;

export const company: Company = {
  ...shipped,
  ...(typeof COMPANY_CONFIGURATION === 'undefined' ? {} : COMPANY_CONFIGURATION),
};
