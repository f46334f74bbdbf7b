import { people as copy } from '#domain/accounts/people-copy.ts';
import { lastDayBefore } from '#domain/accounts/retention.ts';
import { companyNumberText } from '#domain/company-numbers.ts';
import { common, countryName } from '#domain/copy.ts';
import { dayOf, formatDate } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, recordExport } from '../../platform/audit.ts';
import { type Cell, everyRow, streamedCsv, totalLines } from '../../platform/spreadsheet.ts';
import type { profiles } from '../schema.ts';
import { countEveryPerson, type PeopleFilter, type PeopleSortOrder, readPeople } from './people.ts';

/** The chosen people as a CSV file for a spreadsheet; who took so much personal data away is written down. */
export async function exportPeople(
  deps: Dependencies,
  actor: Actor,
  wanted: PeopleFilter & PeopleSortOrder,
): Promise<File> {
  const { search, show } = wanted;
  // Before anything leaves: what is cut off was taken all the same.
  await recordExport(deps.db, actor, {
    action: 'accounts.exported',
    list: 'profiles',
    chosen: { search, show },
    rows: await countEveryPerson(deps.db, wanted),
  });
  return streamedCsv(copy.exportFile(dayOf(deps.now())), linesOf(deps, wanted));
}

async function* linesOf({ db }: Dependencies, wanted: PeopleFilter & PeopleSortOrder): AsyncGenerator<Cell[][]> {
  yield [HEADER];
  let [count, banners] = [0, 0];
  const describe = (profile: typeof profiles.$inferSelect) => profile;
  for await (const rows of everyRow((part) => readPeople(db, { ...wanted, ...part }, describe))) {
    yield rows.map(cells);
    count += rows.length;
    banners = rows.reduce((sum, { bannerBalance }) => sum + bannerBalance, banners);
  }
  yield totalLines(HEADER.length, [{ 0: common.total, 1: count, [HEADER.indexOf(columns.banners)]: banners }]);
}

const { fields, roles, marks, columns, ending } = copy;
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

function cells(row: typeof profiles.$inferSelect): Cell[] {
  const words = [
    row.isCompany && roles.company,
    row.isPartner && roles.partner,
    row.isInstaller && roles.installer,
    row.isAdmin && roles.admin,
    row.toBeRegistered && marks.waiting,
    row.blockedAt && marks.blocked,
    row.closedAt && marks.closed,
    row.terminatesAt && ending.mark(formatDate(lastDayBefore(row.terminatesAt))),
  ];
  return [
    row.firstName ?? '',
    row.lastName ?? '',
    row.username,
    row.email,
    row.phone && { phone: row.phone },
    countryName(row.country ?? ''),
    row.city ?? '',
    row.address ?? '',
    row.addressNumber ?? '',
    row.postalCode ?? '',
    row.companyName ?? '',
    // As text: a spreadsheet would round long numbers and drop leading zeros.
    row.companyTaxNumber === null ? '' : companyNumberText(row.companyTaxNumber),
    row.companyRegistrationNumber === null ? '' : companyNumberText(row.companyRegistrationNumber),
    row.companyAddress ?? '',
    words.filter(Boolean).join(', '),
    row.bannerBalance,
    row.referralCode ?? '',
    { at: row.createdAt },
  ];
}
