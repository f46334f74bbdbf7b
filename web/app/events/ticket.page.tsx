import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { company } from '#domain/company.ts';
import { common } from '#domain/copy.ts';
import { ticketCopy as copy, dialog, page } from '#domain/events/copy.ts';
import { packageOf } from '#domain/events/packages.ts';
import { pages } from '#domain/pages.ts';
import { formatDate, formatDateInSentence, formatDateTime } from '#domain/time.ts';
import { api, type client, errorCode, errorMessage } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { QrCode } from '../ui/media/qr-code.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Empty } from '../ui/table/empty.tsx';
import eventStyles from './events.module.css';
import { PaymentRows } from './payment-rows.tsx';
import styles from './ticket.module.css';

type Page = Awaited<ReturnType<typeof client.events.ticket>>;

/** The page behind the link in the mail: payment instructions until it is paid, then the tickets. */
export default function TicketPage() {
  const { token = '' } = useParams();
  const ticket = useQuery(api.events.ticket.queryOptions({ input: { token } }));
  return (
    <div className={`wrap ${styles.page}`}>
      {ticket.data ? (
        <Found page={ticket.data} />
      ) : ticket.error ? (
        <Empty
          heading="h1"
          title={errorCode(ticket.error) === 'TICKET_UNKNOWN' ? copy.missingTitle : copy.unreachable}
          text={errorMessage(ticket.error)}
        >
          {errorCode(ticket.error) !== 'TICKET_UNKNOWN' && (
            <Button variant="secondary" onClick={() => void ticket.refetch()}>
              {common.retry}
            </Button>
          )}
        </Empty>
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  );
}

function Found({ page: found }: { page: Page }) {
  const { tickets, instructions, lapsedAt, cancelledAt, past, status } = found;
  if (cancelledAt)
    return (
      <header className={styles.head}>
        <h1 className="d h2">{copy.cancelledTitle}</h1>
        <p>
          <Badge tone="err">{copy.cancelled}</Badge> {copy.number(String(found.number))}
        </p>
        <p className="lede">{copy.cancelledLead(formatDateInSentence(cancelledAt))}</p>
      </header>
    );
  if (lapsedAt)
    return (
      <header className={styles.head}>
        <h1 className="d h2">{copy.lapsedTitle}</h1>
        <p>
          <Badge tone="err">{copy.lapsed}</Badge> {copy.number(String(found.number))}
        </p>
        <p className="lede">{copy.lapsedLead}</p>
        <p>{copy.lapsedPaid(company.email)}</p>
        <p>
          <ButtonLink to={pages.event.path}>{copy.reserveAgain}</ButtonLink>
        </p>
      </header>
    );
  if (past && status === 'pending')
    return (
      <header className={styles.head}>
        <h1 className="d h2">{copy.pastTitle}</h1>
        <p>{copy.number(String(found.number))}</p>
        <p className="lede">{page.past}</p>
      </header>
    );
  if (instructions)
    return (
      <>
        <header className={styles.head}>
          <h1 className="d h2">{copy.pendingTitle}</h1>
          <p>
            <Badge tone="warn">{dialog.payment.pending}</Badge> {copy.number(String(found.number))}
          </p>
          <p className="lede">{copy.pendingLead}</p>
        </header>
        <div className={styles.pay}>
          <div className="stack">
            <PaymentRows instructions={instructions} />
          </div>
          <div>
            <h2 className="d h4">{dialog.payment.qr[instructions.qr.kind].title}</h2>
            <QrCode className={eventStyles.qr} text={instructions.qr.payload} label={copy.paymentQrAlt(found.number)} />
            <p className="s muted">{dialog.payment.qr[instructions.qr.kind].hint}</p>
            <p className="s muted">
              {dialog.rows.dueAt}: {formatDate(instructions.dueAt)} {instructions.lapses && dialog.payment.lapses}
            </p>
          </div>
        </div>
      </>
    );
  return (
    <>
      <h1 className="vh">{copy.title}</h1>
      <div className={styles.paid}>
        <div className={styles.tickets}>
          {tickets.map((ticket) => (
            <Ticket key={ticket.code} page={found} ticket={ticket} />
          ))}
        </div>
        <div className={styles.head}>
          <p className="lede">{past ? page.past : copy.note}</p>
          {!past && (
            <p>
              <ButtonLink variant="secondary" href="/api/event/siri-vidik.ics" download>
                {copy.calendar}
              </ButtonLink>
            </p>
          )}
        </div>
      </div>
    </>
  );
}

/** The same as on the PDF. */
function Ticket({
  page: { firstName, lastName, packageId, event },
  ticket,
}: {
  page: Page;
  ticket: Page['tickets'][number];
}) {
  return (
    <article className={styles.ticket} aria-label={copy.number(ticket.code)}>
      <div className={styles.bars} />
      <div className={styles.top}>
        <h2 className="d h3">{page.title}</h2>
        <p>{page.dates(event)}</p>
        {event.place && (
          <p className="muted">
            {event.place.hotel}, {event.place.town}
          </p>
        )}
      </div>
      <div className={styles.code} data-used={ticket.admittedAt ? '' : undefined}>
        <QrCode className={eventStyles.qr} text={ticket.link} label={copy.qrAlt(ticket.code)} />
        <p className={`num ${styles.number}`}>{ticket.code}</p>
        {ticket.count > 1 && <p className="s muted">{copy.ofMany(ticket.position, ticket.count)}</p>}
        {ticket.admittedAt ? (
          <Badge tone="info">{copy.used(formatDateTime(ticket.admittedAt))}</Badge>
        ) : (
          <Badge tone="ok">{copy.valid}</Badge>
        )}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{copy.name}</dt>
          <dd>
            {firstName} {lastName}
          </dd>
        </div>
        <div>
          <dt>{copy.package}</dt>
          <dd>{packageOf(packageId).name}</dd>
        </div>
      </dl>
      <ButtonLink
        full
        variant="secondary"
        href={`/api/event/tickets/${ticket.token}/pdf`}
        download={copy.pdfName(ticket.code)}
      >
        {copy.pdf}
      </ButtonLink>
    </article>
  );
}
