import type { CallRule } from '../call-rule.ts';

const REGISTERED = {
  'accounts.registration-received': 'the applicant',
  'accounts.registration-waiting': 'the super-admin, in an hour this one or the next',
  'accounts.registrations-waiting': 'the super-admin',
};
const NOBODYS = 'nothing of a person';
const CHANGED = { 'accounts.way-in-changed': 'the account' };

/** The sign-in server, by method and route; `POST /token` once for each kind of grant. */
export const SIGN_IN_CALLS = {
  'GET /auth/v1/health': { who: 'anyone', reads: NOBODYS },
  'GET /auth/v1/settings': { who: 'anyone', reads: NOBODYS },
  'GET /auth/v1/.well-known/jwks.json': { who: 'anyone', reads: 'public keys' },
  'POST /auth/v1/signup': {
    who: 'anyone',
    writes: 'a new account',
    limits: ['sign-ups', 'mails asked for', 'mails to an account', 'mails to an account in a day'],
    mails: {
      ...REGISTERED,
      'accounts.confirm-address': 'the address typed',
      'accounts.address-exists': 'the account that has it',
      'accounts.recovery': 'the account that waits for confirmation, when the password typed is another',
    },
  },
  'POST /auth/v1/token?grant_type=password': {
    who: 'anyone',
    writes: 'a new session of the account typed',
    limits: ['sign-ins', 'passwords', 'passwords of an account'],
    mails: { 'accounts.way-in-changed': 'the account, from a new device' },
  },
  'POST /auth/v1/token?grant_type=refresh_token': {
    who: 'anyone',
    writes: 'the session whose token is shown',
    limits: ['refreshes'],
    mails: { 'accounts.way-in-changed': 'the account, when an old token comes back' },
  },
  'POST /auth/v1/logout': { who: 'signedIn', writes: 'own sessions', uncounted: 'each session once' },
  'GET /auth/v1/user': { who: 'signedIn', reads: 'own account' },
  'PUT /auth/v1/user': {
    who: 'signedIn',
    writes: 'own account and sessions',
    limits: [
      'account changes',
      'passwords in a session',
      'mailed codes in a session',
      'mailed codes of a person',
      'mails asked for',
      'address changes from a session',
      'mails from a session in a day',
      'mails to a new address',
    ],
    mails: {
      ...CHANGED,
      'accounts.email-change': 'the account and the new address',
      'accounts.address-wanted': 'the account that has the new address',
    },
  },
  'POST /auth/v1/verify': {
    who: 'anyone',
    writes: 'the account whose link or code is shown, a new session',
    limits: ['opened links', 'mailed codes', 'mailed codes of an account'],
    mails: { ...REGISTERED, 'accounts.way-in-changed': 'the account; of a moved one, both addresses' },
  },
  'POST /auth/v1/recover': {
    who: 'anyone',
    writes: 'a note that somebody asked',
    limits: [
      'link requests',
      'mails asked for',
      'mails for an address',
      'mails to an account',
      'mails to an account in a day',
      'mails to an account for its own network',
    ],
    mails: { 'accounts.recovery': 'the account, if there is one' },
  },
  'POST /auth/v1/resend': {
    who: 'anyone',
    writes: 'a note that somebody asked',
    limits: [
      'link requests',
      'mails asked for',
      'mails for an address',
      'mails to an account',
      'mails to an account in a day',
      'mails to an account for its own network',
      'mails to a new address',
    ],
    mails: {
      'accounts.confirm-address': 'the account, if it waits for that',
      'accounts.email-change': 'the account and its new address, if it waits for that',
      'accounts.address-wanted': 'the account that has the new address, if one waits for that',
    },
  },
  'GET /auth/v1/reauthenticate': {
    who: 'signedIn',
    writes: 'own account',
    limits: ['mails asked for', 'mails from a session', 'mails from a session in a day', 'mails of a person in a day'],
    mails: { 'accounts.reauthentication': 'the account' },
  },
  'GET /auth/v1/factors/recovery-codes': { who: 'signedIn', reads: 'own recovery codes, how many are left' },
  'POST /auth/v1/factors/recovery-codes': {
    who: 'signedIn',
    writes: 'own recovery codes',
    limits: ['second steps'],
    mails: CHANGED,
  },
  'POST /auth/v1/factors/recovery-codes/verify': {
    who: 'signedIn',
    writes: 'own recovery codes and sessions',
    limits: ['recovery codes'],
    mails: {
      ...CHANGED,
      'accounts.second-step-stays': 'the account, when its removal was waited for',
    },
  },
  'POST /auth/v1/factors/recovery-codes/regenerate': {
    who: 'signedIn',
    writes: 'own recovery codes',
    limits: ['second steps'],
    mails: CHANGED,
  },
  'DELETE /auth/v1/factors/recovery-codes': {
    who: 'signedIn',
    writes: 'own recovery codes',
    limits: ['second steps'],
    mails: CHANGED,
  },
  'POST /auth/v1/factors': { who: 'signedIn', writes: 'own factors', limits: ['second steps'] },
  'POST /auth/v1/factors/:id/challenge': { who: 'signedIn', writes: 'own factor', limits: ['second steps'] },
  'POST /auth/v1/factors/:id/verify': {
    who: 'signedIn',
    writes: 'own factor and sessions',
    limits: ['second steps', 'second-step codes', 'second-step codes from a network', 'second-step codes of a person'],
    mails: {
      ...CHANGED,
      'accounts.second-step-stays': 'the account, when its removal was waited for',
    },
  },
  'DELETE /auth/v1/factors/:id': {
    who: 'signedIn',
    writes: 'own factor and sessions',
    limits: ['second steps'],
    mails: CHANGED,
  },
  'GET /auth/v1/user/identities/authorize': { who: 'anyone', reads: NOBODYS },
  'DELETE /auth/v1/user/identities/:id': { who: 'anyone', reads: NOBODYS },
} as const satisfies Record<`${string} /auth/v1/${string}`, CallRule>;
