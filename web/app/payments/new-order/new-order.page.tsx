import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { QUERY_MIN } from '#domain/admin/palette.ts';
import { placeOfNewOrder, placeOfPerson } from '#domain/admin/subject-pages.ts';
import { sales } from '#domain/orders/copy.ts';
import { pages } from '#domain/pages.ts';
import { newOrder as copy } from '#domain/payments/new-order-copy.ts';
import page from '../../admin/desk-page.module.css';
import { api } from '../../api.ts';
import { errorCode } from '../../error-message.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { PermittedLink } from '../../subject-link.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Empty } from '../../ui/table/empty.tsx';
import styles from './new-order.module.css';
import { NewOrderForm } from './new-order-form.tsx';

/** So many are shown; whoever is not among them is searched for with more letters. */
const PEOPLE_SHOWN = 8;

/** Staff enter the order of somebody who calls: first who it is, then what and where to. */
export default function NewOrderPage() {
  const [search] = useSearchParams();
  const person = search.get('person');
  return (
    <>
      <div className={page.crumb}>
        <Link to={pages.adminSales.path}>{sales.title}</Link>
      </div>
      <header className={page.head}>
        <div>
          <h1 className="d">{copy.title}</h1>
          <p className={`muted ${styles.lead}`}>{copy.lead}</p>
        </div>
      </header>
      {person ? <OrderFor key={person} id={person} /> : <FindBuyer />}
    </>
  );
}

function FindBuyer() {
  const [typed, setTyped] = useState('');
  const query = typed.trim();
  const isSearch = query.length >= QUERY_MIN;
  const found = useQuery(
    api.accounts.admin.people.list.queryOptions({ input: { search: query }, enabled: isSearch, retry: false }),
  );
  return (
    <section className={page.panel}>
      <header>
        <h2>{copy.person}</h2>
      </header>
      <div className={styles.find}>
        <TextField
          label={copy.search}
          hint={copy.searchHint}
          type="search"
          autoComplete="off"
          value={typed}
          maxLength={100}
          onChange={({ target }) => setTyped(target.value)}
        />
        {isSearch && (
          <DataPart name={copy.listFailed} part={partStateOf(found)} lines={4}>
            {() =>
              found.data!.rows.length === 0 ? (
                <div role="status">
                  <p>{copy.noneFound}</p>
                  <p className="muted s">{copy.noAccount}</p>
                </div>
              ) : (
                <ul className={styles.people} aria-label={copy.found}>
                  {found
                    .data!.rows.slice(0, PEOPLE_SHOWN)
                    .map(({ id, firstName, lastName, companyName, email, city }) => (
                      <li key={id}>
                        <Link to={placeOfNewOrder(id).path}>
                          <b>{companyName || [firstName, lastName].filter(Boolean).join(' ') || email}</b>
                          <span className="muted s">{[email, city].filter(Boolean).join(' · ')}</span>
                        </Link>
                      </li>
                    ))}
                </ul>
              )
            }
          </DataPart>
        )}
      </div>
    </section>
  );
}

function OrderFor({ id }: { id: string }) {
  const read = useQuery(
    api.payments.admin.orderFor.queryOptions({
      input: { id },
      // What is being typed is not replaced; the server compares what was shown. Opened again, the page reads it again.
      staleTime: Infinity,
      gcTime: 0,
      retry: (count, error) => !GONE.includes(errorCode(error) ?? '') && count < 2,
    }),
  );
  if (read.isError && GONE.includes(errorCode(read.error) ?? ''))
    return (
      <Empty title={copy.gone} heading="p">
        <Link to={pages.adminNewOrder.path}>{copy.other}</Link>
      </Empty>
    );
  return (
    <DataPart name={copy.failed} part={partStateOf(read)} lines={10}>
      {() => {
        const { name, email, problem } = read.data!;
        const who = (
          <section className={page.panel}>
            <header>
              <h2>{copy.person}</h2>
              <Link to={pages.adminNewOrder.path}>{copy.other}</Link>
            </header>
            <p className={`${page.body} ${styles.buyer}`}>
              <b>
                <PermittedLink to={placeOfPerson(id)}>{name}</PermittedLink>
              </b>
              <span className="muted s">{email}</span>
            </p>
            {problem && (
              <p className={page.body} role="alert">
                {copy.problem[problem]}
              </p>
            )}
          </section>
        );
        return problem ? who : <NewOrderForm asked={read.data!} who={who} reload={() => read.refetch()} />;
      }}
    </DataPart>
  );
}

/** The address of the page may name nobody at all. */
const GONE = ['PERSON_GONE', 'BAD_REQUEST'];
