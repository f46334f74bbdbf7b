import { eventName, faq, page } from './copy.ts';
import { eventDays } from './days.ts';
import type { EventFacts } from './event.ts';
import { eventPackages, type PackageId } from './packages.ts';

const STATUS = { planned: 'EventScheduled', moved: 'EventRescheduled', cancelled: 'EventCancelled' };

/** schema.org data for search engines; `scriptJson` makes it safe inside a script element. */
export function eventJsonLd(
  event: EventFacts,
  { url, image, soldOut }: { url: string; image: string; soldOut: readonly PackageId[] },
) {
  const offered = (id: PackageId) =>
    event.change?.kind === 'cancelled' ? 'Discontinued' : soldOut.includes(id) ? 'SoldOut' : 'InStock';
  const { hotel, street, postalCode, town, country } = event.place;
  const [first, second] = eventDays(event);
  return {
    '@context': 'https://schema.org',
    '@type': 'BusinessEvent',
    name: `${eventName} ${event.year}`,
    description: page.sub,
    inLanguage: 'sr-Latn',
    image: [image],
    url,
    startDate: first,
    endDate: second,
    eventStatus: `https://schema.org/${STATUS[event.change?.kind ?? 'planned']}`,
    ...(event.change?.kind === 'moved' ? { previousStartDate: event.change.from } : {}),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: hotel,
      address: {
        '@type': 'PostalAddress',
        streetAddress: street,
        postalCode,
        addressLocality: town,
        addressCountry: country,
      },
    },
    offers: eventPackages.map(({ id, name, priceEUR }) => ({
      '@type': 'Offer',
      name,
      url,
      price: (priceEUR.amount / 100).toFixed(2),
      priceCurrency: 'EUR',
      availability: `https://schema.org/${offered(id)}`,
    })),
    organizer: { '@type': 'Organization', name: event.organiser, url },
  };
}

export function faqJsonLd(event: EventFacts) {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faq(event).map(([question, answer]) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** `<` could end the script element early. */
export const scriptJson = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');
