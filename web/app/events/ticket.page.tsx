import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { company } from '#domain/company.ts';
import { common } from '#domain/copy.ts';
import { page as eventPage } from '#domain/events/copy.ts';
import { paymentText } from '#domain/events/payment/payment-lines.ts';
import { dialog } from '#domain/events/reservation-copy.ts';
import { ticketCopy as copy } from '#domain/events/ticket/card-copy.ts';
import { ticketPageCopy as words } from '#domain/events/ticket/copy.ts';
import { pages } from '#domain/pages.ts';
import { formatDate, formatDateInSentence } from '#domain/time.ts';
import { withNonBreakingSpaces } from '#domain/typography.ts';
import { api, errorCode, errorMessage } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { QrCode } from '../ui/media/qr-code.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Empty } from '../ui/table/empty.tsx';
import eventStyles from './events.module.css';
import { PaymentRows } from './payment-rows.tsx';
import { CalledOff } from './ticket/called-off.tsx';
import { EventChange } from './ticket/event-change.tsx';
import { FullScreen } from './ticket/full-screen.tsx';
import { forgetTicket, keepTicket, keptTicket } from './ticket/kept-ticket.ts';
import { isMoneyAskedFor, offlineWords, type Page, validTickets } from './ticket/page-shape.ts';
import { PaymentRequestCompanyForm } from './ticket/payment-request-company-form.tsx';
import { Programme } from './ticket/programme.tsx';
import { TicketCard } from './ticket/ticket-card.tsx';
import { Way } from './ticket/way.tsx';
import styles from './ticket.module.css';

/** The page behind the link in the mail: payment instructions until it is paid, then the tickets. */
export default function TicketPage() {
  const { token = '' } = useParams();
  const ticket = useQuery(api.events.ticket.queryOptions({ input: { token } }));
  const unknown = errorCode(ticket.error) === 'TICKET_UNKNOWN';
  useEffect(() => {
    if (ticket.data) keepTicket(token, ticket.data);
    if (unknown) forgetTicket(token);
  }, [token, ticket.data, unknown]);
  const kept = !ticket.data && !unknown && (ticket.error || ticket.fetchStatus === 'paused') ? keptTicket(token) : null;
  const found = ticket.data ?? kept;
  if (found)
    return <Found page={found} token={token} offline={kept !== null} onChanged={() => void ticket.refetch()} />;
  return (
    <div className={`wrap ${styles.page}`}>
      {ticket.error ? (
        <Empty
          heading="h1"
          title={unknown ? copy.missingTitle : copy.unreachable}
          text={unknown ? words.gone : errorMessage(ticket.error)}
        >
          {!unknown && (
            <Button variant="secondary" onClick={() => void ticket.refetch()}>
              {common.retry}
            </Button>
          )}
        </Empty>
      ) : (
        <Skeleton lines={8} heading={eventPage.title} />
      )}
    </div>
  );
}

interface FoundProps {
  page: Page;
  token: string;
  /** Shown from this device, because the server cannot be reached. */
  offline: boolean;
  onChanged: () => void;
}

function Found({ page, token, offline, onChanged }: FoundProps) {
  const { tickets, instructions, lapsedAt, cancelledAt, event, places } = page;
  const [fullScreen, setFullScreen] = useState<number | null>(null);
  if (cancelledAt || lapsedAt || (page.past && page.status === 'pending'))
    return <Void page={page} token={token} onChanged={onChanged} />;
  const count = tickets[0]?.count ?? places.length;
  const ownTicket = (position: number) => tickets.find((ticket) => ticket.position === position) ?? null;
  const valid = validTickets(page);
  return (
    <>
      <div className={`wrap ${styles.page}`}>
        <header className={styles.head}>
          <div>
            <p className="osd muted">{words.reservation(page.number)}</p>
            <h1 className="d h1">{eventPage.title}</h1>
            <p className="d h3">{withNonBreakingSpaces(eventPage.dates(event))}</p>
            {event.place && (
              <p className="muted">
                {event.place.hotel}, {event.place.town}
              </p>
            )}
          </div>
          <div className={styles.lead}>
            <p className="lede">{leadOf(page)}</p>
            {offline && <p role="status">{offlineWords(page)}</p>}
            {!page.past && tickets.length > 0 && (
              <div className="row">
                {tickets.length > 1 && (
                  <ButtonLink href={`/api/event/tickets/${token}/pdf`} download={copy.pdfName(String(page.number))}>
                    {words.pdfAll(tickets.length)}
                  </ButtonLink>
                )}
                <ButtonLink variant="secondary" href="/api/event/siri-vidik.ics" download>
                  {words.calendar}
                </ButtonLink>
              </div>
            )}
          </div>
        </header>
        {page.change?.kind === 'moved' && (
          <EventChange page={page} change={page.change} token={token} onChanged={onChanged} />
        )}
        <div className={styles.tickets} data-count={places.length}>
          {places.map((place) => (
            <TicketCard
              key={place.position}
              page={page}
              token={token}
              place={place}
              ticket={ownTicket(place.position)}
              count={count}
              onFullScreen={() => setFullScreen(valid.findIndex(({ position }) => position === place.position))}
              onChanged={onChanged}
            />
          ))}
        </div>
        {tickets.length > 0 && !page.past && <p className="s muted">{words.note}</p>}
        {instructions && (
          <div className={styles.pay}>
            <div className="stack">
              <PaymentRows instructions={instructions}>
                <CopyButton value={paymentText(instructions)} label={dialog.copy.all} />
              </PaymentRows>
            </div>
            <div>
              <h2 className="d h4">{dialog.payment.qr[instructions.qr.kind].title}</h2>
              <QrCode
                className={eventStyles.qr}
                text={instructions.qr.payload}
                label={copy.paymentQrAlt(page.number)}
              />
              <p className="s muted">{dialog.payment.qr[instructions.qr.kind].hint}</p>
              <p className="s muted">
                {dialog.rows.dueAt}: {formatDate(instructions.dueAt)} {instructions.lapses && dialog.payment.lapses}
              </p>
            </div>
          </div>
        )}
        {page.opened === 'reservation' && (
          <PaymentRequestCompanyForm
            token={token}
            claim={page.claim}
            isOpen={Boolean(instructions)}
            onSaved={onChanged}
          />
        )}
      </div>
      {event.place && page.directions && <Way place={event.place} directions={page.directions} />}
      {!page.past && tickets.length > 0 && (
        <Programme
          event={event}
          timetable={page.timetable}
          lodging={page.packageId !== 'ticket-only'}
          namesUntil={page.namesUntil}
        />
      )}
      {fullScreen !== null && valid[fullScreen] && (
        <FullScreen tickets={valid} shown={fullScreen} onShow={setFullScreen} onClose={() => setFullScreen(null)} />
      )}
    </>
  );
}

function leadOf({ past, status, tickets }: Page): string {
  if (past) return words.lead.past;
  if (status === 'pending') return words.lead.pending;
  return tickets.length === 0 ? words.lead.given : words.lead.paid;
}

/** A reservation that opens nothing any more: cancelled, lapsed, or never paid. */
function Void({ page, token, onChanged }: Pick<FoundProps, 'page' | 'token' | 'onChanged'>) {
  const { cancelledAt, lapsedAt, number, change } = page;
  if (cancelledAt && change?.kind === 'cancelled') return <CalledOff page={page} change={change} />;
  const title = cancelledAt ? copy.cancelledTitle : lapsedAt ? copy.lapsedTitle : copy.pastTitle;
  return (
    <div className={`wrap ${styles.page}`}>
      <header className={styles.void}>
        <p className="osd muted">{words.reservation(number)}</p>
        <h1 className="d h2">{title}</h1>
        {(cancelledAt || lapsedAt) && (
          <p>
            <Badge tone="err">{cancelledAt ? copy.cancelled : copy.lapsed}</Badge>
          </p>
        )}
        {change && isMoneyAskedFor(change) ? (
          <EventChange page={page} change={change} token={token} onChanged={onChanged} />
        ) : cancelledAt ? (
          <p className="lede">{copy.cancelledLead(formatDateInSentence(cancelledAt))}</p>
        ) : lapsedAt ? (
          <>
            <p className="lede">{copy.lapsedLead}</p>
            <p>{copy.lapsedPaid(company.email)}</p>
            <p>
              <ButtonLink to={pages.event.path}>{copy.reserveAgain}</ButtonLink>
            </p>
          </>
        ) : (
          <p className="lede">{eventPage.past}</p>
        )}
      </header>
    </div>
  );
}
