import { expect, test } from 'vitest';
import { DUTIES, dutiesFor, PERMISSIONS, type Permission, permissionsOf } from './access.ts';

const ALL = Object.keys(PERMISSIONS) as Permission[];

test('the super-admin may do everything, an administrator without a table all that duties allow', () => {
  expect([...permissionsOf('superAdmin', null)]).toEqual(ALL);
  expect([...permissionsOf('superAdmin', [])]).toEqual(ALL);
  expect([...permissionsOf('admin', null)]).toEqual([...permissionsOf('admin', DUTIES)]);
  expect(ALL.filter((one) => !permissionsOf('admin', null).has(one))).toEqual([
    'issue large vouchers',
    'give duties',
    'see system',
    'erase people',
    'sort old parcels',
  ]);
});

test('an administrator whose duties were all taken may do nothing, and nobody else anything, whatever was given', () => {
  expect(permissionsOf('admin', []).size).toBe(0);
  for (const level of ['visitor', 'waiting', 'member'] as const) expect(permissionsOf(level, DUTIES).size).toBe(0);
});

test('what several duties allow, each allows alone', () => {
  for (const permission of ALL)
    for (const duty of DUTIES)
      expect(permissionsOf('admin', [duty]).has(permission)).toBe(dutiesFor(permission).includes(duty));
});
