import { startTransition, useCallback, useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import * as z from 'zod';
import { company } from '#domain/company.ts';
import { eventFactsOnPlannedDay } from '#domain/events/event.ts';
import { eventEnvironment, eventSettings } from '#domain/events/event-settings.ts';
import { eventJsonLd, faqJsonLd, scriptJson } from '#domain/events/json-ld.ts';
import type { Country, PackageId } from '#domain/events/packages.ts';
import { lateCopy } from '#domain/late-copy.ts';
import { pages, sharingCardName } from '#domain/pages.ts';
import type { client } from '../api.ts';
import { lazyComponent, whenIdle } from '../ui/late/lazy-component.tsx';
import { PackagesGrid } from './packages-grid.tsx';
import { type Draft, isSent, newDraft, storedDraft } from './reservation/reservation-draft.ts';
import { About, ClosingCallToAction, Hero, Packages, Questions } from './tickets-sections.tsx';

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
  return { event: eventFactsOnPlannedDay(settings), url: new URL(pages.event.path, site).href, site };
}

export default function TicketsPage() {
  const drawn = useLoaderData<typeof loader>();
  const offer = useOffer();
  const event = offer?.event ?? drawn.event;
  const [gone, setGone] = useState<PackageId[]>([]);
  const soldOut = [...(offer?.soldOut ?? []), ...gone];
  const over = (offer?.over ?? false) || event.change?.kind === 'cancelled';
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
      <Hero
        event={event}
        over={over}
        opening={opening}
        onNear={() => ReservationDialog.fetch()}
        onReserve={() => reserve()}
      />
      <About event={event} />
      <Packages>
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
      </Packages>
      <Questions event={event} published={offer?.published} />
      <ClosingCallToAction event={event} over={over} opening={opening} onReserve={() => reserve()} />
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
