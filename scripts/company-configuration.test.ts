import { expect, test } from 'vitest';
import { companyConfiguration } from './company-configuration.ts';

test('the company is what the environment says, and what ships where it says nothing', () => {
  const { COMPANY_CONFIGURATION } = companyConfiguration({
    COMPANY_LEGAL_NAME: 'Vidik d.o.o.',
    COMPANY_PHONE: '',
    PATH: '/bin',
  });
  expect(JSON.parse(COMPANY_CONFIGURATION)).toEqual({ legalName: 'Vidik d.o.o.' });
});

test('a misspelt setting is named instead of ignored', () => {
  expect(() => companyConfiguration({ COMPANY_NAME: 'Vidik' })).toThrow('COMPANY_NAME is not known');
});
