import type { ReactNode } from 'react';
import { page as copy, faq } from '#domain/events/copy.ts';
import type { EventFacts } from '#domain/events/event.ts';
import { typeset, withNonBreakingSpaces } from '#domain/typography.ts';
import coast from '../ui/art/coast.svg';
import coastPhone from '../ui/art/coast-phone.svg';
import { Button, ButtonLink } from '../ui/button.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { NetworkingPictogram, QuestionsPictogram, WorkshopsPictogram } from './pictograms.tsx';
import { MadeNotice } from './reservation/made-notice.tsx';
import styles from './tickets.module.css';

/** The texts are also sent in mails and calendars unchanged; on the screen they get Serbian line breaks. */
const page = typeset(copy);

interface ReservingProps {
  event: EventFacts;
  /** It was, or it is cancelled. */
  over: boolean;
  /** The dialog of the reservation is on its way. */
  opening: boolean;
  onReserve: () => void;
}

export function Hero({ event, over, opening, onNear, onReserve }: ReservingProps & { onNear: () => void }) {
  const cancelled = event.change?.kind === 'cancelled';
  return (
    <section className={styles.hero}>
      <div className={`wrap ${styles.heroTop}`}>
        <h1 className={`d ${styles.title}`}>
          {page.title.split(' ').map((word) => (
            <span key={word}>{word} </span>
          ))}
        </h1>
        <div className={styles.heroText}>
          <p className={`d h3 ${cancelled ? styles.struck : ''}`}>{withNonBreakingSpaces(page.dates(event))}</p>
          {event.change && <Changed year={event.year} change={event.change} />}
          <p className={styles.lede}>{page.sub}</p>
          <p className="muted">{page.place(event)}</p>
          {cancelled ? (
            <p>{page.cancelledNote}</p>
          ) : over ? (
            <p role="status">{page.past}</p>
          ) : (
            <div className="row">
              <Button loading={opening} onPointerEnter={onNear} onClick={onReserve}>
                {page.primary}
              </Button>
              <ButtonLink href="#paketi" variant="secondary">
                {page.secondary}
              </ButtonLink>
            </div>
          )}
          {!cancelled && <p className="s muted">{page.from}</p>}
          <MadeNotice />
        </div>
      </div>
      <picture>
        <source media="(max-width: 820px)" srcSet={coastPhone} width={390} height={300} />
        <img className={styles.coast} src={coast} width={1440} height={620} alt={page.imageAlt} fetchPriority="high" />
      </picture>
    </section>
  );
}

/** The event was moved or cancelled. */
function Changed({ year, change }: { year: number; change: NonNullable<EventFacts['change']> }) {
  if (change.kind === 'moved')
    return <p role="status">{withNonBreakingSpaces(page.moved({ year, firstDay: change.from }))}</p>;
  return (
    <p role="status">
      <b>{page.cancelledTitle}</b> {page.cancelled(change.reason)}
    </p>
  );
}

export function About({ event }: { event: EventFacts }) {
  return (
    <section className={styles.section} data-surface="ink">
      <div className="wrap">
        <SectionHead
          channel={1}
          name={page.strips.about.name}
          about={page.strips.about.what}
          fact={page.strips.about.fact(event)}
        />
        <div className={styles.about}>
          <h2 className="d h2">{page.about.title}</h2>
          <div className="stack">
            {page.about.paragraphs.map((text, index) => (
              <p key={text} className={index === 0 ? 'lede' : 'muted'}>
                {text}
              </p>
            ))}
          </div>
        </div>
        <div className={styles.three}>
          <Feature picture={<WorkshopsPictogram />} {...page.features.workshops} />
          <Feature picture={<QuestionsPictogram />} {...page.features.questions} />
          <Feature picture={<NetworkingPictogram />} {...page.features.networking} />
        </div>
      </div>
    </section>
  );
}

function Feature({ picture, title, text }: { picture: ReactNode; title: string; text: string }) {
  return (
    <div>
      {picture}
      <h3 className="d h3">{title}</h3>
      <p className="muted">{text}</p>
    </div>
  );
}

export function Packages({ children }: { children: ReactNode }) {
  return (
    <section className={styles.section} data-surface="ink" id="paketi">
      <div className="wrap">
        <SectionHead
          channel={2}
          name={page.strips.packages.name}
          about={page.strips.packages.what}
          fact={page.strips.packages.fact}
        />
        {children}
      </div>
    </section>
  );
}

export function Questions({ event, published }: { event: EventFacts; published: Parameters<typeof faq>[1] }) {
  return (
    <section className={styles.section}>
      <div className="wrap">
        <SectionHead channel={3} name={page.strips.faq.name} about={page.strips.faq.what} />
        <div className={styles.questions}>
          <h2 className="d h2">{page.faqTitle}</h2>
          <div className={styles.faq}>
            {faq(event, published).map(([question, answer], index) => (
              <details key={question} open={index === 2}>
                <summary>{question}</summary>
                <p className="muted">{withNonBreakingSpaces(answer)}</p>
              </details>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

export function ClosingCallToAction({ event, over, opening, onReserve }: ReservingProps) {
  return (
    <section className={styles.cta}>
      <div className={`wrap ${styles.ctaText}`}>
        <h2 className={`d ${styles.ctaTitle}`}>{page.cta.title}</h2>
        <div className="stack">
          {over ? (
            <p>{event.change?.kind === 'cancelled' ? page.cancelledTitle : page.past}</p>
          ) : (
            <>
              <p>{page.cta.text}</p>
              <Button variant="ink" full arrow loading={opening} onClick={onReserve}>
                {page.cta.button}
              </Button>
              <a className={styles.calendar} href="/api/event/siri-vidik.ics" download>
                {page.calendar}
              </a>
            </>
          )}
        </div>
      </div>
      <div className={styles.sea} />
    </section>
  );
}
