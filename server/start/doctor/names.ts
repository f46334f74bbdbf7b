import { company } from '#domain/company.ts';
import { settingNames } from '../../config.ts';
import { SECRETS } from '../../platform/process/secret-files.ts';

/** Settings of who we are, as scripts/company-configuration.ts names them. */
export const companyNames: readonly string[] = Object.keys(company).map((key) =>
  key === 'eurRsdRate' ? 'EUR_RSD_RATE' : `COMPANY_${key.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`,
);

/** Every variable of ours; `LOG_DAYS` is read by deploy/log/keep-logs.sh from the same file. */
const KNOWN: readonly string[] = [
  ...settingNames,
  ...SECRETS.map((name) => `${name}_FILE`),
  ...companyNames,
  'LOG_DAYS',
];
const isKnown = new Set(KNOWN);

/** Beginnings that only our variables have. */
const OURS =
  /^(ADVERT|COMPANY|DATABASE|EVENT|LOG|STORAGE|STRIPE|SMTP|TV|D_EXPRESS|BACKUP|DOCUMENT|TRANSFER|SUPER_ADMIN)_/;
/** What others read, though it looks like ours; systemd sets the last one for whoever has a journal of their own. */
const OTHERS = new Set(['HOSTNAME', 'HOSTTYPE', 'PORTS', 'NODE_PATH', 'LOG_NAMESPACE']);
/** Kubernetes and Docker write the addresses of services into the environment: `DATABASE_PORT_5432_TCP_ADDR`. */
const OF_A_SERVICE = /_(SERVICE_(HOST|PORT)(_\w+)?|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)$/;

/** Variables that are none of ours and look as if they were meant to be: `PUBLIC_ULR: PUBLIC_URL?`. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (isKnown.has(name) || OTHERS.has(name) || OF_A_SERVICE.test(name)) return [];
    const meant = KNOWN.find((one) => one.length >= 5 && steps(name, one) <= (one.length < 8 ? 1 : 2));
    if (meant) return [`${name}: ${meant}?`];
    return OURS.test(name) ? [`${name}: no setting of ours`] : [];
  });
}

/** How many letters are added, left out, changed or swapped with their neighbour. */
function steps(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j));
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const choices = [rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + (same ? 0 : 1)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) choices.push(rows[i - 2]![j - 2]! + 1);
      rows[i]![j] = Math.min(...choices);
    }
  return rows[a.length]![b.length]!;
}
