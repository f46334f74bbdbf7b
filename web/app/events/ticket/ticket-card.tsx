import { useState } from 'react';
import { packageOf } from '#domain/events/packages.ts';
import { ticketCopy } from '#domain/events/ticket/card-copy.ts';
import { ticketPageCopy as copy } from '#domain/events/ticket/copy.ts';
import { nameOf } from '#domain/events/ticket/places.ts';
import { type TicketState, ticketState } from '#domain/events/ticket/state.ts';
import { formatDateTime } from '#domain/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { QrCode } from '../../ui/media/qr-code.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import styles from '../ticket.module.css';
import { entriesOf, type Page, type ShownPlace, type ShownTicket } from './page-shape.ts';
import { PlaceDialog } from './place-dialog.tsx';

const TONES: Record<TicketState, 'ok' | 'warn' | 'err' | 'info'> = {
  valid: 'ok',
  pending: 'warn',
  used: 'info',
  past: 'info',
  cancelled: 'err',
  given: 'info',
};

interface TicketCardProps {
  page: Page;
  token: string;
  place: ShownPlace;
  /** `null` while it is not paid, or when another person has it. */
  ticket: ShownTicket | null;
  count: number;
  onFullScreen: () => void;
  onChanged: () => void;
}

/** One person's ticket; the same as on the PDF. */
export function TicketCard({ page, token, place, ticket, count, onFullScreen, onChanged }: TicketCardProps) {
  const [asked, setAsked] = useState<'name' | 'give' | null>(null);
  const entries = ticket ? entriesOf(ticket) : [];
  const given = place.given && page.opened === 'reservation';
  const state = ticketState({ ...page, given, entries });
  const code = ticket?.code ?? (count === 1 ? String(page.number) : `${page.number}-${place.position}`);
  const name = nameOf(place);
  const changes = page.namesUntil !== null && (state === 'valid' || state === 'pending');
  const showsCode = ticket !== null && (state === 'valid' || state === 'used' || state === 'past');
  return (
    <article className={styles.ticket} aria-label={ticketCopy.number(code)} data-state={state}>
      <div className={styles.bars} />
      <div className={styles.stub}>
        <div className={styles.code}>
          {showsCode ? (
            <QrCode className={styles.qr} text={ticket.link} label={ticketCopy.qrAlt(code)} />
          ) : (
            <p className="muted">{state === 'given' ? copy.codeGone : copy.codeLater}</p>
          )}
        </div>
        {showsCode && state === 'valid' && (
          <Button full size="sm" variant="secondary" onClick={onFullScreen}>
            {copy.full}
          </Button>
        )}
      </div>
      <div className={styles.facts}>
        <div className={styles.top}>
          <h2 className="osd muted">{count > 1 ? copy.of(place.position, count) : copy.one}</h2>
          <Badge tone={TONES[state]}>{copy.states[state]}</Badge>
        </div>
        <p className={`num ${styles.number}`}>{code}</p>
        {entries.length > 0 && (
          <p className="s">{(state === 'used' ? copy.usedAt : copy.entered)(formatDateTime(entries.at(-1)!))}</p>
        )}
        <dl>
          <div>
            <dt>{copy.facts.name}</dt>
            <dd>{name === '' ? <span className="muted">{copy.unnamed}</span> : name}</dd>
          </div>
          <div>
            <dt>{copy.facts.package}</dt>
            <dd>{packageOf(page.packageId).name}</dd>
          </div>
          <div>
            <dt>{copy.facts.when}</dt>
            <dd>{copy.bothDays(page.event)}</dd>
          </div>
        </dl>
        <div className={styles.actions}>
          {showsCode && state === 'valid' && (
            <>
              <ButtonLink size="sm" href={`/api/event/tickets/${ticket.token}/pdf`} download={ticketCopy.pdfName(code)}>
                {copy.pdf}
              </ButtonLink>
              <Button size="sm" variant="secondary" onClick={() => void share(ticket)}>
                {copy.share}
              </Button>
            </>
          )}
          {changes && (
            <Button size="sm" variant="secondary" onClick={() => setAsked('name')}>
              {name === '' ? copy.name.add : copy.name.change}
            </Button>
          )}
          {changes && state === 'valid' && entries.length === 0 && (
            <Button size="sm" variant="ghost" onClick={() => setAsked('give')}>
              {copy.name.give}
            </Button>
          )}
        </div>
      </div>
      {asked && (
        <PlaceDialog
          act={asked}
          token={token}
          place={place}
          code={code}
          onClose={() => setAsked(null)}
          onChanged={onChanged}
          onDone={() => {
            setAsked(null);
            onChanged();
          }}
        />
      )}
    </article>
  );
}

/** The ticket's own link, never the reservation's. */
async function share({ code, link }: ShownTicket) {
  if (navigator.share) {
    try {
      return await navigator.share({ title: copy.shareText(code), url: link });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  await navigator.clipboard.writeText(link);
  toast.success(copy.shareCopied);
}
