import { Link } from 'react-router';
import { todayCopy as copy, packedWords } from '#domain/admin/today-copy.ts';
import { type Count, formatCount, isSome } from '#domain/count.ts';
import { formatDinars, formatMoneyExact } from '#domain/money.ts';
import { mayOpen, pages } from '#domain/pages.ts';
import { daysSince } from '#domain/time.ts';
import { usePermissions } from '../../session.ts';
import styles from './today.module.css';
import type { TodayRead } from './today-read.ts';

interface Waiting {
  name: string;
  to: string;
  total: Count;
  /** Its worst age or its sum. */
  fact: string;
  isLate: boolean;
}

/** The warehouse packs from its own list. */
export const packingListPath = (sells: boolean): string =>
  sells ? `${pages.adminSales.path}?view=to_pack` : pages.adminStock.path;

/** Days after which a request has waited long. */
const LONG_DAYS = 3;

/** Each leads to the list in exactly that state. */
export function TodayFigures({
  today,
}: {
  today: Omit<TodayRead, 'low' | 'problems' | 'unsorted' | 'deadlines' | 'isCut'>;
}) {
  const sells = mayOpen('adminSales', usePermissions());
  const numbers = numbersOf(today, sells);
  if (numbers.length === 0) return null;
  return (
    <nav className={styles.numbers} aria-labelledby="danas" data-count={numbers.length}>
      {numbers.map(({ name, to, total, fact, isLate }) => (
        <Link key={name} to={to}>
          <span className={`num ${isSome(total) ? '' : styles.none}`}>{formatCount(total)}</span>
          <b>{name}</b>
          <small data-late={isLate || undefined}>{fact}</small>
        </Link>
      ))}
    </nav>
  );
}

function numbersOf(
  {
    approve,
    pack,
    call,
    unmatched,
    codLate,
    mails,
    review,
    behind,
    places,
    suspicious,
    silent,
    asked,
  }: Parameters<typeof TodayFigures>[0]['today'],
  sells: boolean,
): Waiting[] {
  const requested = approve?.oldest ? daysSince(new Date(approve.oldest), new Date()) : 0;
  const sums = unmatched?.sums.map((sum) => formatMoneyExact(sum)).join(' + ') ?? '';
  const all: (Waiting | false | null)[] = [
    approve && {
      name: copy.approve,
      to: pages.adminRegistrationRequests.path,
      total: approve.total,
      fact: approve.oldest ? copy.oldest(requested) : copy.zero,
      isLate: requested >= LONG_DAYS,
    },
    pack && {
      name: copy.pack,
      to: packingListPath(sells),
      total: pack.total,
      fact: isSome(pack.total) ? packedWords(pack.total, pack.onDelivery) : copy.zero,
      isLate: false,
    },
    call && {
      name: copy.call,
      to: `${pages.adminSales.path}?view=to_call`,
      total: call.total,
      fact: calledWords(call),
      isLate: call.missed > 0 || (call.oldest !== null && daysSince(new Date(call.oldest), new Date()) > 1),
    },
    unmatched && {
      name: copy.unmatched,
      to: `${pages.adminBank.path}?rows=unmatched`,
      total: unmatched.total,
      fact: sums ? copy.withoutReference(sums) : copy.zero,
      isLate: isSome(unmatched.total),
    },
    codLate && {
      name: copy.codLate,
      to: `${pages.adminSales.path}?view=cod_late`,
      total: codLate.total,
      fact: isSome(codLate.total) ? copy.codLateBy(formatDinars(codLate.sum), codLate.daysLate) : copy.zero,
      isLate: isSome(codLate.total),
    },
    mails && {
      name: copy.mails,
      to: `${pages.adminMail.path}?state=failed`,
      total: mails.total,
      fact: isSome(mails.total) ? mails.faults.map((fault) => copy.faults[fault]).join(', ') : copy.mailsZero,
      isLate: false,
    },
    review && {
      name: copy.review,
      to: pages.adminCampaigns.path,
      total: review.total,
      fact: review.oldest ? copy.reviewed(daysSince(new Date(review.oldest), new Date())) : copy.zero,
      isLate: review.oldest !== null && daysSince(new Date(review.oldest), new Date()) > 1,
    },
    behind && {
      name: copy.behind,
      to: `${pages.adminCampaigns.path}?state=behind`,
      total: behind.total,
      fact: isSome(behind.total) ? copy.behindBy(behind.percent) : copy.behindZero,
      isLate: isSome(behind.total),
    },
    places && {
      name: copy.places,
      to: `${pages.adminTvs.path}?waits=true`,
      total: places.total,
      fact: isSome(places.total) ? copy.placesFact : copy.zero,
      isLate: false,
    },
    suspicious && {
      name: copy.suspicious,
      to: `${pages.adminTvs.path}#sumnjivi`,
      total: suspicious.total,
      fact: isSome(suspicious.total) ? copy.accounts(suspicious.accounts) : copy.zero,
      isLate: isSome(suspicious.total),
    },
    silent && {
      name: copy.silent,
      to: `${pages.adminTvs.path}?silent=true`,
      total: silent.total,
      fact: isSome(silent.total) ? copy.silentFact : copy.zero,
      isLate: false,
    },
    asked && {
      name: copy.asked,
      to: `${pages.adminCampaigns.path}#zahtevi`,
      total: asked.total,
      fact: asked.oldest ? copy.askedOldest(daysSince(new Date(asked.oldest), new Date())) : copy.zero,
      isLate: asked.oldest !== null && daysSince(new Date(asked.oldest), new Date()) >= LONG_DAYS,
    },
  ];
  return all.filter((one): one is Waiting => Boolean(one));
}

/** Before packing, because the courier found nobody, or both. */
function calledWords({ oldest, missed }: NonNullable<TodayRead['call']>): string {
  const waits = oldest ? copy.called(daysSince(new Date(oldest), new Date())) : null;
  if (missed === 0) return waits ?? copy.callZero;
  return waits ? `${waits}; ${copy.missedToo(missed)}` : copy.missed;
}
