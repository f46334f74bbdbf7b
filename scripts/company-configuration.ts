import { company } from '../domain/company.ts';

/** `legalName` is set by `COMPANY_LEGAL_NAME`. */
const variableOf = (key: string): string => `COMPANY_${key.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;
/** The rate is not the company's alone, so it has a name of its own. */
const RATE = 'EUR_RSD_RATE';
/** What a value must be where not every word will do. */
const CHECKS: Record<string, { fits: (value: string) => boolean; otherwise: string }> = {
  eurRsdRate: { fits: (value) => /^\d{1,6}(\.\d{1,6})?$/.test(value) && Number(value) > 0, otherwise: 'no rate' },
  vatPayer: { fits: (value) => ['yes', 'no'].includes(value), otherwise: 'neither yes nor no' },
  accessRecordDays: { fits: (value) => /^[1-9]\d{0,3}$/.test(value), otherwise: 'no number of days' },
  documentYears: { fits: (value) => /^\d{1,2}$/.test(value), otherwise: 'no number of years' },
};
const known = new Map(Object.keys(company).map((key) => [key === 'eurRsdRate' ? RATE : variableOf(key), key]));

/**
 * What the environment says about the company, for the bundlers' `define`: pages are files, so their names and addresses
 * are decided when they are built.
 */
export function companyConfiguration(environment: NodeJS.ProcessEnv): { COMPANY_CONFIGURATION: string } {
  const configured: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (!(name === RATE || name.startsWith('COMPANY_')) || !value) continue;
    const key = known.get(name);
    if (!key) throw new Error(`${name} is not known. There are: ${[...known.keys()].join(', ')}.`);
    const check = CHECKS[key];
    if (check && !check.fits(value)) throw new Error(`${name}: ${value} is ${check.otherwise}.`);
    configured[key] = value;
  }
  return { COMPANY_CONFIGURATION: JSON.stringify(configured) };
}
