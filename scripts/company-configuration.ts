import { company } from '../domain/company.ts';

/** `legalName` is set by `COMPANY_LEGAL_NAME`. */
const variableOf = (key: string): string => `COMPANY_${key.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;
/** The rate is not the company's alone, so it has a name of its own. */
const RATE = 'EUR_RSD_RATE';
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
    const isWrong = (name === RATE && !(Number(value) > 0)) || (key === 'vatPayer' && !['yes', 'no'].includes(value));
    if (isWrong) throw new Error(`${name}: ${value} is ${name === RATE ? 'no rate' : 'neither yes nor no'}.`);
    configured[key] = value;
  }
  return { COMPANY_CONFIGURATION: JSON.stringify(configured) };
}
