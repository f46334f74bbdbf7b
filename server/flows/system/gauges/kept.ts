import type { AskedGauge } from '../../../platform/log/metrics.ts';
import { type GaugeReader, moment, one, SHOP, THIS } from './gauge-reader.ts';

/** Payments, stored files and backups. */
export const keptGauges = ({ of }: GaugeReader): AskedGauge[] => [
  {
    name: 'vidik_payments_unsettled',
    help: `${SHOP} Payments of which it has not been known for a quarter of an hour whether they were made.`,
    ...of('payments', ({ unsettled }) => one(unsettled)),
  },
  {
    name: 'vidik_payment_oldest_seconds',
    help: `${SHOP} For how long that is so of the oldest of them; 0 while there is none.`,
    ...of('payments', ({ oldest }) => one(oldest ? (Date.now() - oldest.getTime()) / 1000 : 0)),
  },
  {
    name: 'vidik_payment_provider_last_heard_timestamp_seconds',
    help: `${SHOP} When the payment provider last told of something; left out while it never has.`,
    ...of('payments', ({ lastHeardAt }) => moment(lastHeardAt)),
  },
  {
    name: 'vidik_files_bytes',
    help: `${SHOP} What the stored files take.`,
    ...of('files', ({ bytes }) => one(bytes)),
  },
  {
    name: 'vidik_files_free_ratio',
    help: `${THIS} What is free of the allowed room for files, or of its disk if that is less.`,
    ...of('files', ({ freePart }) => one(freePart)),
  },
  {
    name: 'vidik_backup_last_success_timestamp_seconds',
    help: `${SHOP} When the last whole backup was made; left out while there is none.`,
    ...of('backups', ({ lastAt }) => moment(lastAt)),
  },
  {
    name: 'vidik_backup_late_after_seconds',
    help: `${SHOP} How old the last backup may become: a day and two hours, or BACKUP_EVERY and two hours if that is more.`,
    ...of('backups', ({ lateHours }) => one(lateHours * 3600)),
  },
  {
    name: 'vidik_backup_last_proof_timestamp_seconds',
    help: `${SHOP} When a backup was last restored aside and found whole; left out while none was.`,
    ...of('backups', ({ provenAt }) => moment(provenAt)),
  },
];
