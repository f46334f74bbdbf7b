import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { people } from '#domain/accounts/people-copy.ts';
import type { HistoryKind } from '#domain/accounts/person-page.ts';
import { personCopy as copy } from '#domain/accounts/person-page-copy.ts';
import { placeOfNewOrder, placeOfPerson, placeToEdit } from '#domain/admin/subject-pages.ts';
import { countryName } from '#domain/copy.ts';
import { isUuid } from '#domain/ids.ts';
import { pages } from '#domain/pages.ts';
import { formatPhone } from '#domain/phone.ts';
import page from '../../admin/desk-page.module.css';
import { Neighbours, useNeighbourKeys } from '../../admin/neighbours.tsx';
import { PersonSubscriptions, usePersonSubscriptions } from '../../advertising/subscriptions/person-subscriptions.tsx';
import { api } from '../../api.ts';
import { errorCode } from '../../error-message.ts';
import { useLiveList } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { usePermissions } from '../../session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Email } from '../../ui/email.tsx';
import { initialsOf } from '../../ui/initials.ts';
import { useSingleKeys } from '../../ui/single-keys.ts';
import { Empty } from '../../ui/table/empty.tsx';
import { nameOf } from '../people-columns.tsx';
import { peopleAsked } from '../users/people-asked.ts';
import styles from './person.module.css';
import { PersonAside } from './person-aside.tsx';
import { PersonHistory, useHistory } from './person-history.tsx';
import { PersonOrders, PersonReservations } from './person-purchases.tsx';
import type { PersonOnPage } from './person-row.ts';
import { PersonTiles } from './person-tiles.tsx';

/** What is begun for one person, like a note, does not stand under another. */
export default function AdminPersonPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const isId = isUuid(id);
  const isRead = useQuery(personOf(id, isId)).isSuccess;
  const listed = useQuery(
    api.accounts.admin.people.neighbours.queryOptions({
      input: { id, ...peopleAsked(search) },
      enabled: isId && isRead,
      placeholderData: keepPreviousData,
    }),
  );
  const query = search.toString();
  const listPath = `${pages.adminUsers.path}${query && `?${query}`}`;
  const to = (one: { id: string; name: string } | null) =>
    one && { name: one.name, path: placeOfPerson(one.id, query).path };
  const beside = listed.data && { ...listed.data, previous: to(listed.data.previous), next: to(listed.data.next) };
  // Of the person before, until those of this one are read.
  const isOld = listed.isPlaceholderData;
  useSingleKeys(useNeighbourKeys(isOld ? undefined : beside, listPath));
  return (
    <WholePerson
      key={id}
      id={id}
      crumb={
        <div className={page.crumb}>
          <Link to={listPath}>{people.title}</Link>
          <Neighbours words={copy.neighbours} beside={beside} isOld={isOld} />
        </div>
      }
      reloadList={() => listed.refetch()}
    />
  );
}

const personOf = (id: string, isId: boolean) =>
  api.accounts.admin.people.read.queryOptions({
    input: { id },
    enabled: isId,
    retry: (count, error) => errorCode(error) !== 'PERSON_GONE' && count < 2,
  });

/** Everything about one person: sums that filter the history, purchases, and beside them data, TVs, network, mails and notes. */
function WholePerson({ id, crumb, reloadList }: { id: string; crumb: ReactNode; reloadList: () => Promise<unknown> }) {
  const [shown, setShown] = useState<HistoryKind | null>(null);
  const isId = isUuid(id);
  const person = useQuery(personOf(id, isId));
  const isGone = !isId || (person.isError && errorCode(person.error) === 'PERSON_GONE');
  const history = useHistory(id, shown, !isGone && person.data !== undefined);
  const subscriptions = usePersonSubscriptions(person.data?.person.email);
  const readAgain = async () => {
    if (!isGone) await Promise.all([person.refetch({ throwOnError: true }), subscriptions.refetch(), reloadList()]);
  };
  const connection = useLiveList('person', readAgain);
  // As on the page of an order.
  const reload = () => Promise.all([readAgain(), history.reload()]).catch(() => {});
  const navigate = useNavigate();
  const toEdit = person.data && placeToEdit(person.data.person).path;
  useSingleKeys({
    e: () => toEdit && void navigate(toEdit),
    b: () => document.getElementById('person-note')?.focus(),
  });

  if (isGone)
    return (
      <Empty title={copy.gone} heading="h1">
        <Link to={pages.adminUsers.path}>{people.title}</Link>
      </Empty>
    );
  return (
    <DataPart name={copy.failed} part={partStateOf(person)} lines={12} heading={people.title}>
      {() => {
        const read = person.data!;
        return (
          <>
            {crumb}
            <Head read={read} toEdit={toEdit!} />
            <PersonTiles
              read={read}
              shown={shown}
              onShow={(kind) => {
                setShown(kind);
                document.getElementById('person-history')?.scrollIntoView({ block: 'nearest' });
              }}
            />
            <div className={page.columns}>
              <div className={page.stack}>
                {read.purchases && <PersonOrders purchases={read.purchases} email={read.person.email} />}
                <PersonSubscriptions subscriptions={subscriptions} />
                {read.reservations && read.reservations.count > 0 && (
                  <PersonReservations reservations={read.reservations} />
                )}
                <PersonHistory
                  id={read.person.id}
                  history={history}
                  shown={shown}
                  onShow={setShown}
                  reload={reload}
                  live={connection === 'live'}
                />
              </div>
              <aside className={page.stack} aria-label={copy.panels.data}>
                <PersonAside read={read} reload={reload} />
              </aside>
            </div>
          </>
        );
      }}
    </DataPart>
  );
}

function Head({ read: { person }, toEdit }: { read: PersonOnPage; toEdit: string }) {
  const permissions = usePermissions();
  const edits = permissions.has('edit people');
  const mayOrder = permissions.has('place orders') && !person.toBeRegistered && !person.blockedAt && !person.closedAt;
  const company = person.isCompany ? person.companyName : null;
  const place = [person.city, person.country && countryName(person.country)].filter(Boolean).join(', ');
  const { roles, marks } = people;
  const labels: [boolean, string, 'ok' | 'info' | 'warn' | 'err'][] = [
    [person.isCompany, roles.company, 'warn'],
    [person.isInstaller, roles.installer, 'info'],
    [person.isPartner, roles.partner, 'ok'],
    [person.isSuperAdmin, marks.superAdmin, 'info'],
    [person.isAdmin && !person.isSuperAdmin, roles.admin, 'info'],
    [person.toBeRegistered, marks.waiting, 'warn'],
    [person.blockedAt !== null, marks.blocked, 'err'],
    [person.closedAt !== null, marks.closed, 'err'],
    [!person.toBeRegistered && person.closedAt === null, people.member, 'ok'],
  ];
  return (
    <header className={page.head}>
      <div className={styles.who}>
        <span className={styles.avatar} aria-hidden="true">
          {initialsOf(company ?? nameOf(person))}
        </span>
        <div>
          <h1 className="d">{company ?? nameOf(person)}</h1>
          <p className={styles.meta}>
            {labels.map(
              ([isTrue, word, tone]) =>
                isTrue && (
                  <Badge key={word} tone={tone}>
                    {word}
                  </Badge>
                ),
            )}
            {company && <span>{nameOf(person)}</span>}
            <a href={`mailto:${person.email}`}>
              <Email address={person.email} />
            </a>
            {person.phone && <a href={`tel:${person.phone}`}>{formatPhone(person.phone)}</a>}
            {place && <span>{place}</span>}
          </p>
        </div>
      </div>
      <div className={page.actions}>
        <ButtonLink size="sm" variant="secondary" to={toEdit}>
          {edits ? copy.edit : copy.look} <span className={page.key}>{copy.keys.edit}</span>
        </ButtonLink>
        {mayOrder && (
          <ButtonLink size="sm" variant="secondary" to={placeOfNewOrder(person.id).path}>
            {copy.order}
          </ButtonLink>
        )}
        <Button size="sm" variant="secondary" onClick={() => document.getElementById('person-note')?.focus()}>
          {copy.note} <span className={page.key}>{copy.keys.note}</span>
        </Button>
      </div>
    </header>
  );
}
