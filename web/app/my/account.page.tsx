import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { account as copy } from '#domain/accounts/my-copy.ts';
import { ERASED_WITHIN_DAYS, lastDayBefore } from '#domain/accounts/retention.ts';
import { daysLater } from '#domain/day.ts';
import { formatDateInSentence } from '#domain/time.ts';
import { MembersOnly } from '../auth/members-only.tsx';
import { useOwnChanges } from '../live.ts';
import { type Account, resolveAccount } from '../session.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './account.module.css';
import { sections } from './sections.ts';

export default function AccountPage() {
  return (
    <div className={styles.page}>
      <MembersOnly
        waitingToo
        meanwhile={
          <>
            <h1 className="d h1">{copy.title}</h1>
            <Skeleton lines={6} />
          </>
        }
      >
        {(account) => <Sections account={account} />}
      </MembersOnly>
    </div>
  );
}

/** One section is shown at a time; its id is in the address, so that a mail or a bookmark can open it. */
function Sections({ account }: { account: Account }) {
  const { hash } = useLocation();
  const shown = account.level === 'waiting' ? sections.filter(({ forWaiting }) => forWaiting) : sections;
  const chosen = shown.find(({ id }) => `#${id}` === hash) ?? shown[0]!;
  const menu = useRef<HTMLElement>(null);
  useOwnChanges(resolveAccount);

  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the menu is longer than the screen
  useEffect(() => {
    const current = menu.current?.querySelector<HTMLElement>('[aria-current]');
    if (current) menu.current!.scrollLeft = current.offsetLeft - menu.current!.offsetLeft - 20;
  }, [chosen.id]);

  return (
    <>
      <header className={styles.head}>
        <h1 className="d h1">{copy.title}</h1>
        <p className={styles.who}>
          <b>{nameOf(account)}</b>
          <span>{account.email}</span>
        </p>
      </header>
      {account.terminatesAt && <NoticeGiven endsAt={account.terminatesAt} />}
      <div className={styles.columns}>
        <nav ref={menu} className={styles.menu} aria-label={copy.sectionsLabel}>
          {shown.map(({ id, name }, index) => (
            <Link
              key={id}
              to={`#${id}`}
              replace
              preventScrollReset
              className={styles.item}
              aria-current={id === chosen.id ? 'page' : undefined}
            >
              <span className={`osd ${styles.channel}`} aria-hidden="true">
                {index + 1}
              </span>
              {name}
            </Link>
          ))}
        </nav>
        <section className={styles.content} aria-labelledby="account-section">
          <h2 id="account-section" className="d h2">
            {chosen.name}
          </h2>
          <chosen.Content account={account} />
        </section>
      </div>
    </>
  );
}

const nameOf = ({ firstName, lastName, username }: Account): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username;

/** We have given notice: until when the account works, and where its data can be downloaded. */
function NoticeGiven({ endsAt }: { endsAt: string }) {
  const lastDay = lastDayBefore(new Date(endsAt));
  return (
    <section className={styles.notice} aria-labelledby="notice-given">
      <h2 id="notice-given" className="d h4">
        {copy.notice.title(formatDateInSentence(lastDay))}
      </h2>
      <p>{copy.notice.text(formatDateInSentence(daysLater(lastDay, 1 + ERASED_WITHIN_DAYS)))}</p>
      <p>
        <Link to="#podaci" replace preventScrollReset>
          {copy.notice.data}
        </Link>
      </p>
    </section>
  );
}
