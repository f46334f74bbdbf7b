import type { Permission } from '#domain/access.ts';
import { people as peopleCopy } from '#domain/accounts/people-copy.ts';
import { FOUND_OF_A_KIND, GROUP_OF, GROUPS, type Group } from '#domain/admin/palette.ts';
import { paletteCopy as copy } from '#domain/admin/palette-copy.ts';
import { placeOfNewOrder, placeOfOrder, placeToRefund } from '#domain/admin/subject-pages.ts';
import { adminCopy } from '#domain/events/admin/copy.ts';
import { isFound } from '#domain/fold.ts';
import { packingCopy } from '#domain/fulfilment/desk-copy.ts';
import { parcelWords, paymentWords } from '#domain/orders/states-copy.ts';
import { FULFILMENT_TONE, PAYMENT_TONE } from '#domain/orders/tones.ts';
import { mayOpen, menuPages, type PageName, pageOf, pages } from '#domain/pages.ts';
import { formatDate } from '#domain/time.ts';
import { voucherStates } from '#domain/vouchers/copy.ts';
import type { client } from '../api.ts';
import type { OpenedEntry } from './opened-entry.ts';

export type FoundRow = Awaited<ReturnType<typeof client.admin.find>>['rows'][number];

/** One line of the list. */
export interface Entry extends OpenedEntry {
  badge: { text: string; tone: 'ok' | 'warn' | 'err' | 'info' | undefined } | null;
}
export interface Section {
  key: Group | 'opened';
  title: string;
  entries: Entry[];
}

type Permissions = ReadonlySet<Permission>;

/** What was opened last, as far as it may still be opened. */
export const openedSection = (things: readonly OpenedEntry[], permissions: Permissions): Section[] => {
  const entries = things
    .filter(({ path }) => mayOpenPath(path, permissions))
    .map((thing) => ({ ...thing, badge: null }));
  return entries.length === 0 ? [] : [{ key: 'opened', title: copy.start, entries }];
};

/** What was found, by groups, and the pages and actions that are called like that. */
export function foundSections(rows: readonly FoundRow[], query: string, permissions: Permissions): Section[] {
  const found = rows.map((row) => ({ group: GROUP_OF[row.kind], entry: entryOf(row) }));
  const actions = actionsFor(rows, query, permissions).map((entry) => ({ group: 'actions' as const, entry }));
  return GROUPS.flatMap((group) => {
    const entries = [...found, ...actions].filter((one) => one.group === group).map(({ entry }) => entry);
    return entries.length === 0 ? [] : [{ key: group, title: copy.groups[group], entries }];
  });
}

function entryOf({ kind, path, number, name, details, at, state }: FoundRow): Entry {
  return {
    kind: copy.kinds[kind],
    title: [number, name].filter(Boolean).join(', '),
    text: [...details, at && formatDate(at)].filter(Boolean).join(' · '),
    path,
    badge: state === null ? null : badgeOf(kind, state),
  };
}

function badgeOf(kind: FoundRow['kind'], state: string): Entry['badge'] {
  const words: Record<string, string> = WORDS[kind] ?? { ...parcelWords, ...paymentWords };
  const tones: Record<string, NonNullable<Entry['badge']>['tone']> =
    kind === 'order' || kind === 'parcel' ? { ...FULFILMENT_TONE, ...PAYMENT_TONE } : OTHER_TONES;
  return { text: words[state] ?? state, tone: tones[state] };
}

const { status } = adminCopy;
const reservationWords = {
  pending: status.pending,
  placeno: status.paid,
  isteklo: status.lapsed,
  otkazano: status.cancelled,
};

const WORDS: Partial<Record<FoundRow['kind'], Record<string, string>>> = {
  reservation: reservationWords,
  voucher: voucherStates,
  parcel: parcelWords,
  member: peopleCopy.marks,
  company: peopleCopy.marks,
};

const OTHER_TONES = {
  waiting: 'warn',
  blocked: 'err',
  closed: 'err',
  pending: 'warn',
  placeno: 'ok',
  isteklo: 'err',
  otkazano: 'err',
  used: 'ok',
  voided: 'err',
} as const;

/** What is done with the one order or person that was found, the courier's list, and the pages of the back office by their names. */
function actionsFor(rows: readonly FoundRow[], query: string, permissions: Permissions): Entry[] {
  const found = rows.filter(({ kind }) => kind === 'order');
  const order = found.length === 1 || query.replace('#', '') === found[0]?.number ? found[0] : undefined;
  const people = rows.filter(({ kind }) => GROUP_OF[kind] === 'people');
  const person = people.length === 1 ? people[0]! : null;
  const personId = person?.path.split('/').at(-1);
  // Nothing is ordered for an account that waits, is blocked or closed.
  const buyer = personId !== undefined && person!.state === null ? personId : null;
  const mayOrder = permissions.has('place orders') && (buyer !== null || isFound(query, [copy.order.name]));
  const mayHandle = order !== undefined && permissions.has('handle payments');
  const mayPickUp = mayOpen('adminStock', permissions) && isFound(query, [packingCopy.papers.pickUp]);
  const named = menuPages('dashboard')
    .filter(({ page, name }) => mayOpen(page, permissions) && isFound(query, [name]))
    .slice(0, FOUND_OF_A_KIND);
  return [
    ...(mayHandle && order.isPaid ? [action(copy.refund(order.number), placeToRefund(Number(order.number)).path)] : []),
    ...(mayHandle ? [action(copy.note(order.number), `${placeOfOrder(Number(order.number)).path}#order-note`)] : []),
    ...(person ? [action(copy.notePerson(person.name), `${person.path}#person-note`)] : []),
    ...(mayOrder
      ? [
          buyer === null
            ? action(copy.order, pages.adminNewOrder.path)
            : action({ ...copy.order, text: person!.name }, placeOfNewOrder(buyer).path),
        ]
      : []),
    ...(mayPickUp
      ? [action({ name: packingCopy.papers.pickUp, text: copy.pickUp }, `${pages.adminStock.path}#pick-up`)]
      : []),
    ...named.map(({ name, path }) => action({ name, text: copy.page }, path)),
  ];
}

const action = ({ name, text }: { name: string; text: string }, path: string): Entry => ({
  kind: copy.action,
  title: name,
  text,
  path,
  badge: null,
});

function mayOpenPath(path: string, permissions: Permissions): boolean {
  const page: PageName | null = pageOf(path.split(/[?#]/)[0]!);
  return page !== null && pages[page].layout.startsWith('admin') && mayOpen(page, permissions);
}
