import { choiceCopy as copy } from '#domain/events/change/copy.ts';
import { page as words } from '#domain/events/copy.ts';
import { ticketCopy } from '#domain/events/ticket/card-copy.ts';
import { ticketPageCopy } from '#domain/events/ticket/copy.ts';
import { formatMoneyExact } from '#domain/money.ts';
import { withNonBreakingSpaces } from '#domain/typography.ts';
import { Badge } from '../../ui/badge.tsx';
import styles from '../ticket.module.css';
import type { Page } from './page-shape.ts';

/** A reservation of an event that was cancelled: why, and what happens to the money. */
export function CalledOff({ page, change }: { page: Page; change: NonNullable<Page['change']> }) {
  const { money = [], returned = false } = change.choice ?? {};
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.void}>
        <p className="osd muted">{ticketPageCopy.reservation(page.number)}</p>
        <h1 className="d h2">{copy.cancelledTitle}</h1>
        <p>
          <Badge tone="err">{ticketCopy.cancelled}</Badge>
        </p>
        <p className="lede">{withNonBreakingSpaces(`${words.title}, ${words.dates(page.event)}`)}</p>
        <p>{withNonBreakingSpaces(copy.reason(change.reason))}</p>
        {returned ? (
          <p>{copy.returned}</p>
        ) : (
          money.length > 0 && (
            <p>{withNonBreakingSpaces(copy.owed(money.map(formatMoneyExact).join(', '), page.event.organiser))}</p>
          )
        )}
      </header>
    </div>
  );
}
