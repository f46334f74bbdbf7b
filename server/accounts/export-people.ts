import { people as copy } from '#domain/accounts/people-copy.ts';
import { countries } from '#domain/copy.ts';
import { formatDateTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, recordExport } from '../platform/audit.ts';
import { type Cell, csvFileOf, csvLines } from '../platform/csv.ts';
import { type Choice, type Order, readPeople } from './people.ts';
import type { profiles } from './schema.ts';

/** Rows read at once: the whole list is never in memory as objects. */
const BATCH = 2_000;

/** The chosen people as a CSV file for a spreadsheet; who took so much personal data away is written down. */
export async function exportPeople(deps: Dependencies, actor: Actor, wanted: Choice & Order): Promise<File> {
  const parts = [csvLines([HEADER])];
  let count = 0;
  let after: string | undefined;
  do {
    const { rows, next } = await readPeople(deps.db, { ...wanted, after, size: BATCH }, values);
    parts.push(csvLines(rows));
    count += rows.length;
    after = next ?? undefined;
  } while (after !== undefined);
  const { search, show } = wanted;
  await recordExport(deps.db, actor, {
    action: 'accounts.exported',
    list: 'profiles',
    chosen: { search, show },
    rows: count,
  });
  return csvFileOf(copy.exportFile(deps.now().toISOString().slice(0, 10)), parts);
}

const { fields, roles, marks, columns } = copy;
const HEADER = [
  fields.firstName,
  fields.lastName,
  fields.username,
  columns.email,
  fields.phone,
  fields.country,
  fields.city,
  fields.address,
  fields.addressNumber,
  fields.postalCode,
  fields.companyName,
  fields.companyTaxNumber,
  fields.companyRegistrationNumber,
  fields.companyAddress,
  columns.roles,
  columns.banners,
  copy.referralCode,
  columns.created,
];

function values(row: typeof profiles.$inferSelect): Cell[] {
  const words = [
    row.isCompany && roles.company,
    row.isPartner && roles.partner,
    row.isInstaller && roles.installer,
    row.isAdmin && roles.admin,
    row.toBeRegistered && marks.waiting,
    row.blockedAt && marks.blocked,
  ];
  return [
    row.firstName ?? '',
    row.lastName ?? '',
    row.username,
    row.email,
    row.phone ?? '',
    countries[row.country as keyof typeof countries] ?? row.country ?? '',
    row.city ?? '',
    row.address ?? '',
    row.addressNumber ?? '',
    row.postalCode ?? '',
    row.companyName ?? '',
    // As text: a spreadsheet would round long numbers and drop leading zeros.
    String(row.companyTaxNumber ?? ''),
    String(row.companyRegistrationNumber ?? ''),
    row.companyAddress ?? '',
    words.filter(Boolean).join(', '),
    row.bannerBalance,
    row.referralCode ?? '',
    formatDateTime(row.createdAt),
  ];
}
