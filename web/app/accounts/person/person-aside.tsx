import type { ReactNode } from 'react';
import { personCopy as copy } from '#domain/accounts/person-page-copy.ts';
import { mails as mailCopy } from '#domain/admin/mails-copy.ts';
import { placeInTree, placeOfPerson, placeOfSubject, placeToMove } from '#domain/admin/subject-pages.ts';
import { securityWords } from '#domain/auth/security-copy.ts';
import { companyNumberText } from '#domain/company-numbers.ts';
import { formatPairingNumber } from '#domain/devices/rules.ts';
import { formatNumber } from '#domain/money.ts';
import { networkCopy } from '#domain/network/copy.ts';
import { COUNTED_AFTER_DAYS } from '#domain/network/rules.ts';
import { formatDate, formatDateTime } from '#domain/time.ts';
import page from '../../admin/desk-page.module.css';
import { nameOfMail } from '../../admin/timeline/words.ts';
import { accessLevelOf, useSession } from '../../session.ts';
import { PermittedLink, PersonPlaces } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { isStaff } from '../people-columns.tsx';
import styles from './person.module.css';
import type { PersonOnPage } from './person-row.ts';
import { SignOutAction } from './sign-out-action.tsx';

const { panels, data } = copy;

/** Data, TVs, network, mails, ways in and notes, and where else the person is named. */
export function PersonAside({ read, reload }: { read: PersonOnPage; reload: () => Promise<unknown> }) {
  return (
    <>
      <Data read={read} />
      <Televisions televisions={read.televisions} />
      <Network read={read} />
      {read.mails && <Mails mails={read.mails} email={read.person.email} />}
      {read.access && <Access access={read.access} tool={<SignOutAction read={read} reload={reload} />} />}
      <Notes notes={read.notes} />
      <Panel title={panels.elsewhere}>
        <PersonPlaces email={read.person.email} except="adminUsers" />
      </Panel>
    </>
  );
}

function Panel({
  title,
  count,
  tool,
  children,
}: {
  title: string;
  count?: ReactNode;
  tool?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={page.panel}>
      <header>
        <h2>
          {title} {count !== undefined && <span>{count}</span>}
        </h2>
        {tool}
      </header>
      <div className={page.body}>{children}</div>
    </section>
  );
}

/** What is not there is left out. */
function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={page.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Data({ read: { person, inviter, accepted } }: { read: PersonOnPage }) {
  const street = [person.address, person.addressNumber].filter(Boolean).join(' ');
  const town = [person.postalCode, person.city].filter(Boolean).join(' ');
  return (
    <Panel title={panels.data}>
      <Facts
        facts={[
          [data.username, person.username],
          [data.address, [street, town].filter(Boolean).join(', ')],
          [
            data.company,
            [
              person.companyName,
              person.companyTaxNumber !== null && `PIB ${companyNumberText(person.companyTaxNumber)}`,
              person.companyAddress,
            ]
              .filter(Boolean)
              .join(', '),
          ],
          [data.registered, formatDateTime(person.createdAt)],
          [data.inviter, inviter && <PermittedLink to={placeOfPerson(inviter.id)}>{inviter.name}</PermittedLink>],
          [data.code, person.referralCode],
          [data.banners, formatNumber(person.bannerBalance)],
          [data.accepted, accepted && data.acceptedOn(formatDate(accepted.moment))],
        ]}
      />
    </Panel>
  );
}

function Televisions({ televisions }: { televisions: PersonOnPage['televisions'] }) {
  return (
    <Panel title={panels.televisions} count={televisions.length}>
      {televisions.length === 0 ? (
        <p className="muted">{panels.noTelevisions}</p>
      ) : (
        <ul className={styles.rows}>
          {televisions.map(({ id, name, number, isAway }) => (
            <li key={id}>
              <span>
                <b>{name}</b>
                <small>{formatPairingNumber(number)}</small>
              </span>
              <Badge tone={isAway ? 'err' : 'ok'}>{isAway ? panels.isAway : panels.isHere}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Network({ read: { person, network } }: { read: PersonOnPage }) {
  const rules = accessLevelOf(useSession()) === 'superAdmin';
  // Only the super-admin moves colleagues; the server refuses anybody else.
  const mayMove = rules || !isStaff(person);
  const names = (people: { id: string; name: string }[]) =>
    people.map(({ id, name }, index) => (
      <span key={id}>
        {index > 0 && ', '}
        <PermittedLink to={placeOfPerson(id)}>{name}</PermittedLink>
      </span>
    ));
  return (
    <Panel
      title={panels.network}
      count={network ? copy.level(network.level) : undefined}
      tool={
        network && (
          <span className={styles.links}>
            {mayMove && <PermittedLink to={placeToMove(person.id)}>{panels.move}</PermittedLink>}
            <PermittedLink to={placeInTree(person.id)}>{panels.tree}</PermittedLink>
          </span>
        )
      }
    >
      {!network ? (
        <p className="muted">{panels.notInNetwork}</p>
      ) : (
        <Facts
          facts={[
            [data.above, network.above.length === 0 ? data.top : names(network.above.toReversed())],
            [
              data.direct,
              network.direct === 0 ? (
                copy.none
              ) : (
                <>
                  {names(network.members)}
                  {network.direct > network.members.length && ` ${copy.more(network.direct - network.members.length)}`}
                </>
              ),
            ],
            [networkCopy.card.devices, networkCopy.card.devicesSaid(network.devices, COUNTED_AFTER_DAYS)],
          ]}
        />
      )}
    </Panel>
  );
}

function Mails({ mails, email }: { mails: NonNullable<PersonOnPage['mails']>; email: string }) {
  const { last } = mails;
  return (
    <Panel
      title={panels.mails}
      count={mails.count}
      tool={<PermittedLink to={placeOfSubject('mail', email)}>{panels.everyMail}</PermittedLink>}
    >
      {!last ? (
        <p className="muted">{panels.noMails}</p>
      ) : (
        <Facts
          facts={[
            [
              data.last,
              <>
                „{nameOfMail(last.template)}“, {formatDate(last.moment)}{' '}
                <span className={last.state === 'failed' || last.state === 'expired' ? page.bad : 'muted'}>
                  {mailCopy.states[last.state].toLowerCase()}
                </span>
              </>,
            ],
            [data.failedMails, mails.failed === 0 ? copy.none : String(mails.failed)],
          ]}
        />
      )}
    </Panel>
  );
}

function Access({
  access: { secondStep, sessions, failures },
  tool,
}: {
  access: NonNullable<PersonOnPage['access']>;
  tool: ReactNode;
}) {
  return (
    <Panel title={panels.access} tool={tool}>
      <Facts
        facts={[
          [data.twoSteps, <b key="two">{secondStep ? data.on : data.off}</b>],
          [
            data.sessions,
            sessions.length === 0
              ? copy.none
              : sessions.map(({ id, browser, system, lastUsedAt }) => (
                  <span key={id} className={styles.line}>
                    {securityWords.client(browser, system)}, {formatDate(lastUsedAt)}
                  </span>
                )),
          ],
          [data.failures, failures === 0 ? data.noFailures : data.failuresIn(failures)],
        ]}
      />
    </Panel>
  );
}

function Notes({ notes }: { notes: PersonOnPage['notes'] }) {
  return (
    <Panel title={panels.notes} count={notes.length}>
      {notes.length === 0 ? (
        <p className="muted">{panels.noNotes}</p>
      ) : (
        <ul className={styles.notes}>
          {notes.map(({ id, text, by, moment }) => (
            <li key={id}>
              <p>{text}</p>
              <small>
                {by?.name ?? copy.erased}, {formatDate(moment)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
