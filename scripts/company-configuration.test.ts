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

test('the rate of the euro is a number and whether VAT is paid is yes or no', () => {
  const configured = companyConfiguration({ EUR_RSD_RATE: '117.5', COMPANY_VAT_PAYER: 'no' });
  expect(JSON.parse(configured.COMPANY_CONFIGURATION)).toEqual({ eurRsdRate: '117.5', vatPayer: 'no' });
  expect(() => companyConfiguration({ EUR_RSD_RATE: '117,5' })).toThrow('EUR_RSD_RATE');
  expect(() => companyConfiguration({ COMPANY_VAT_PAYER: 'da' })).toThrow('COMPANY_VAT_PAYER');
  expect(() => companyConfiguration({ COMPANY_DOCUMENT_YEARS: 'deset' })).toThrow('COMPANY_DOCUMENT_YEARS');
  for (const days of ['90 dana', '0', '-1', '1.5'])
    expect(() => companyConfiguration({ COMPANY_ACCESS_RECORD_DAYS: days }), days).toThrow(
      'COMPANY_ACCESS_RECORD_DAYS',
    );
});

test('a misspelt setting is named instead of ignored', () => {
  expect(() => companyConfiguration({ COMPANY_NAME: 'Vidik' })).toThrow('COMPANY_NAME is not known');
});
