/**
 * Who we are, in one place. Every value can be overridden by configuration (`COMPANY_*`); the shipped ones are
 * plainly placeholders. Account numbers have valid control digits, so that nothing downstream refuses them.
 */
export const company = {
  brand: 'Vidik',
  legalName: 'Vidik primer d.o.o.',
  address: 'Primer ulica 1, 11000 Beograd',
  registrationNumber: '17162543',
  taxNumber: '100002887',
  email: 'podrska@vidik.example',
  phone: '+381 11 555 0100',
  site: 'https://vidik.example',
};
export type Company = typeof company;
