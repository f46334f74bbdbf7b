import type { CallRule } from '../call-rule.ts';
import { PAYMENT_SETTLED_MAILS, SUBSCRIPTION_ENDS_MAILS } from './mails.ts';

/** The system, and what other programs read and are told. */
export const programCalls = {
  'integrations.keys.list': { who: 'manage integrations', reads: 'all keys, without their secrets' },
  'integrations.keys.export': { who: 'manage integrations', reads: 'all keys, without their secrets', audited: 'yes' },
  'integrations.keys.make': {
    who: 'manage integrations',
    writes: 'a key with duties of its maker',
    mails: { 'integrations.key-made': 'whoever makes it' },
  },
  'integrations.keys.revoke': { who: 'manage integrations', writes: 'one key' },
  'integrations.webhooks.list': { who: 'manage integrations', reads: 'addresses that are told what happens' },
  'integrations.webhooks.deliveries': { who: 'manage integrations', reads: 'what was sent to one address' },
  'integrations.webhooks.delivery': { who: 'manage integrations', reads: 'one attempt, to the letter, and its answer' },
  'integrations.webhooks.add': { who: 'manage integrations', writes: 'a new address', limits: ['typed addresses'] },
  'integrations.webhooks.change': { who: 'manage integrations', writes: 'one address', limits: ['typed addresses'] },
  'integrations.webhooks.remove': { who: 'manage integrations', writes: 'one address' },
  'integrations.webhooks.rotate': { who: 'manage integrations', writes: 'the secret of one address' },
  'integrations.webhooks.endOldSecret': { who: 'manage integrations', writes: 'the old secret of one address' },
  'integrations.webhooks.test': {
    who: 'manage integrations',
    writes: 'a probe, which is sent at once',
    limits: ['typed addresses'],
  },
  'integrations.webhooks.switchOn': {
    who: 'manage integrations',
    writes: 'one address that was switched off, after a probe',
    limits: ['typed addresses'],
  },
  'integrations.webhooks.tryNow': {
    who: 'manage integrations',
    writes: 'the end of a pause of one address, and an attempt at once',
    limits: ['typed addresses'],
  },
  'integrations.webhooks.resend': {
    who: 'manage integrations',
    writes: 'one more attempt, which is made at once',
    limits: ['typed addresses'],
  },
  'integrations.feeds.orders': { who: 'see sales', reads: 'every order with its lines, to the end', audited: 'yes' },
  'integrations.feeds.payments': {
    who: 'see sales',
    reads: 'every payment of an order with its refunds, to the end',
    audited: 'yes',
  },
  'integrations.feeds.people': {
    who: 'see people',
    reads: 'everybody’s data, as the list of people shows them, to the end',
    audited: 'yes',
  },
  'integrations.feeds.packages': {
    who: 'see sales',
    reads: 'every paid period of a package, to the end',
    audited: 'yes',
  },
  'integrations.feeds.reservations': { who: 'manage event', reads: 'every reservation, to the end', audited: 'yes' },
  'integrations.feeds.vouchers': { who: 'manage vouchers', reads: 'every voucher, to the end', audited: 'yes' },
  'integrations.feeds.ledger': { who: 'keep accounts', reads: 'every change of a balance, to the end', audited: 'yes' },
  'integrations.feeds.bookEntries': {
    who: 'keep accounts',
    reads: 'every entry of the books, to the end',
    audited: 'yes',
  },

  'system.read': { who: 'see system', reads: 'how servers, jobs, mails, payments, files and backups are' },
  'system.detail': {
    who: 'see system',
    reads: 'what a version brought, where files lie, which backups there are, and settings of doubles without secrets',
  },
  'system.askProvider': {
    who: 'see system',
    writes: 'orders whose payment is not settled, as the provider says',
    mails: { ...PAYMENT_SETTLED_MAILS, ...SUBSCRIPTION_ENDS_MAILS },
  },
  'system.retryJobs': { who: 'see system', writes: 'jobs that failed' },
  'system.sendTrialMail': {
    who: 'see system',
    writes: 'a mail to whoever asks, which is sent at once and kept nowhere',
    limits: ['trial mails'],
  },
  'system.backUp': { who: 'see system', writes: 'a job that makes a backup' },
} as const satisfies Record<string, CallRule>;
