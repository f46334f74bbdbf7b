import { startTransition, useCallback, useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import * as z from 'zod';
import { company } from '#domain/company.ts';
import { page as copy, faq } from '#domain/events/copy.ts';
import { type EventFacts, plannedFacts } from '#domain/events/event.ts';
import { eventEnvironment, eventSettings } from '#domain/events/event-settings.ts';
import { eventJsonLd, faqJsonLd, scriptJson } from '#domain/events/json-ld.ts';
import type { Country, PackageId } from '#domain/events/packages.ts';
import { lateCopy } from '#domain/late-copy.ts';
import { pages, sharingCardName } from '#domain/pages.ts';
import { typeset, withNonBreakingSpaces } from '#domain/typography.ts';
import type { client } from '../api.ts';
import coast from '../ui/art/coast.svg';
import coastPhone from '../ui/art/coast-phone.svg';
import { Button, ButtonLink } from '../ui/button.tsx';
import { lazyComponent, whenIdle } from '../ui/late/lazy-component.tsx';
import { Strip } from '../ui/strip.tsx';
import { PackagesGrid } from './packages-grid.tsx';
import { NetworkingPictogram, QuestionsPictogram, WorkshopsPictogram } from './pictograms.tsx';
import { MadeNotice } from './reservation/made-notice.tsx';
import { type Draft, isSent, newDraft, storedDraft } from './reservation/reservation-draft.ts';
import styles from './tickets.module.css';

/** The texts are also sent in mails and calendars unchanged; on the screen they get Serbian line breaks. */
const page = typeset(copy);

const ReservationDialog = lazyComponent(() => import('./reservation/reservation-dialog.tsx'), {
  size: 'dialog',
  title: lateCopy.reservation,
  pressed: true,
});

/** Steps of the dialog are entries of the browser's history; nothing is read again for them. */
export const shouldRevalidate = () => false;

/** Runs when the page is drawn, at build: year and place come from the same configuration as the server's. */
export function loader() {
  const present = Object.entries(process.env).filter(([, value]) => value !== '');
  const settings = eventSettings(z.object(eventEnvironment).parse(Object.fromEntries(present)));
  const site = process.env.PUBLIC_URL ?? company.site;
  return { event: plannedFacts(settings), url: new URL(pages.event.path, site).href, site };
}

export default function TicketsPage() {
  const drawn = useLoaderData<typeof loader>();
  const offer = useOffer();
  const event = offer?.event ?? drawn.event;
  const [gone, setGone] = useState<PackageId[]>([]);
  const soldOut = [...(offer?.soldOut ?? []), ...gone];
  const cancelled = event.change?.kind === 'cancelled';
  const over = (offer?.over ?? false) || cancelled;
  const [country, setCountry] = useState<Country>('RS');
  const [draft, setDraft] = useState<Draft | null>(null);
  const [opened, setOpened] = useState(false);
  const onOpen = useCallback(() => setOpened(true), []);
  useEffect(() => setDraft(storedDraft()), []);
  useEffect(() => whenUsed(ReservationDialog.fetch), []);
  /** What was sent without an answer, or refused after the dialog was closed, is gone on with. */
  const reserve = (packageId?: PackageId) => {
    setOpened(false);
    const kept = storedDraft();
    if (kept && packageId && !isSent(kept)) setDraft({ ...kept, selectedPackage: packageId });
    else setDraft(kept ?? newDraft(packageId ? { packageId } : {}));
  };
  const opening = draft !== null && !opened;

  return (
    <>
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
                <Button loading={opening} onPointerEnter={() => ReservationDialog.fetch()} onClick={() => reserve()}>
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
          <img
            className={styles.coast}
            src={coast}
            width={1440}
            height={620}
            alt={page.imageAlt}
            fetchPriority="high"
          />
        </picture>
      </section>

      <section className={styles.section} data-surface="ink">
        <div className="wrap">
          <Strip
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

      <section className={styles.section} data-surface="ink" id="paketi">
        <div className="wrap">
          <Strip
            channel={2}
            name={page.strips.packages.name}
            about={page.strips.packages.what}
            fact={page.strips.packages.fact}
          />
          <PackagesGrid
            event={event}
            country={country}
            onCountry={setCountry}
            soldOut={soldOut}
            fewLeft={offer?.fewLeft ?? {}}
            over={over}
            opening={opening}
            onChoose={reserve}
          />
        </div>
      </section>

      <section className={styles.section}>
        <div className="wrap">
          <Strip channel={3} name={page.strips.faq.name} about={page.strips.faq.what} />
          <div className={styles.questions}>
            <h2 className="d h2">{page.faqTitle}</h2>
            <div className={styles.faq}>
              {faq(event, offer?.published).map(([question, answer], index) => (
                <details key={question} open={index === 2}>
                  <summary>{question}</summary>
                  <p className="muted">{withNonBreakingSpaces(answer)}</p>
                </details>
              ))}
            </div>
          </div>
        </div>
      </section>

      <section className={styles.cta}>
        <div className={`wrap ${styles.ctaText}`}>
          <h2 className={`d ${styles.ctaTitle}`}>{page.cta.title}</h2>
          <div className="stack">
            {over ? (
              <p>{cancelled ? page.cancelledTitle : page.past}</p>
            ) : (
              <>
                <p>{page.cta.text}</p>
                <Button variant="ink" full arrow loading={opening} onClick={() => reserve()}>
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

      {draft && (
        <ReservationDialog
          key={draft.key}
          start={draft}
          event={event}
          lapse={offer?.lapse ?? null}
          soldOut={soldOut}
          onOpen={onOpen}
          onClose={() => setDraft(null)}
          onSoldOut={(packageId) => setGone((known) => [...known, packageId])}
        />
      )}
      <JsonLd
        data={eventJsonLd(event, {
          url: drawn.url,
          image: new URL(`/og/${sharingCardName(pages.event.path)}.png`, drawn.site).href,
          soldOut,
        })}
      />
      <JsonLd data={faqJsonLd(event)} />
    </>
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

function Feature({ picture, title, text }: { picture: React.ReactNode; title: string; text: string }) {
  return (
    <div>
      {picture}
      <h3 className="d h3">{title}</h3>
      <p className="muted">{text}</p>
    </div>
  );
}

function JsonLd({ data }: { data: unknown }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own data, `<` escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptJson(data) }} />;
}

/** The dialog's code is fetched when the page is used and idle, so that it is there when it is wanted. */
function whenUsed(act: () => void): () => void {
  const events = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const;
  const used = () => {
    stop();
    whenIdle(act);
  };
  const stop = () => {
    for (const event of events) window.removeEventListener(event, used);
  };
  for (const event of events) window.addEventListener(event, used, { once: true, passive: true });
  return stop;
}

type Offer = Awaited<ReturnType<typeof client.events.offer>>;

/**
 * The places left today. The page is complete without them, so they are read after hydration, and a failure is no
 * error. Read without the API client, which this page needs only for reserving; drawn in a transition.
 */
function useOffer() {
  const [offer, setOffer] = useState<Offer | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    ask(leaving.signal).then(
      (answer) => startTransition(() => setOffer(answer)),
      () => {},
    );
    return () => leaving.abort();
  }, []);
  return offer;
}

async function ask(signal: AbortSignal): Promise<Offer> {
  const answer = await fetch('/api/event/offer', { signal });
  if (!answer.ok) throw new Error(`The offer could not be read: ${answer.status}.`);
  return answer.json();
}
