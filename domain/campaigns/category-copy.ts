import { venueNames } from '../places/copy.ts';
import type { CategoryProblem, CategoryRule, RuledCategory } from './categories.ts';

const WHOLE_DAY = { from: 0, to: 24 };

const hoursOf = ({ from, to }: Pick<CategoryRule, 'from' | 'to'>): string =>
  from === WHOLE_DAY.from && to === WHOLE_DAY.to ? 'u svako doba' : `od ${from} do ${to} h`;

const namesOf = (venues: CategoryRule['venues']) => venues.map((one) => venueNames[one].toLowerCase()).join(', ');

const placesOf = ({ venues }: Pick<CategoryRule, 'venues'>): string =>
  venues.length === 0 ? 'u svim grupama' : `samo u grupama: ${namesOf(venues)}`;

/** What stands against an advert of a category, as its company reads it. */
export const categoryProblemWords: Record<CategoryProblem, string> = {
  taken: 'Reklame ove vrste ne primamo.',
  hours: 'Reklama ove vrste ne ide u svim izabranim satima. Uskladite sate sa pravilom, pa pošaljite ponovo.',
  venues: 'Reklama ove vrste ne ide u svim izabranim grupama. Uskladite grupe sa pravilom, pa pošaljite ponovo.',
  proof: 'Upišite dozvolu ili odobrenje za reklamu ove vrste.',
};

/** What a company reads once it has said what its advert speaks of. */
export const categoryCopy = {
  rule: (rule: CategoryRule) =>
    rule.isTaken
      ? `Za ovu vrstu važi pravilo: prikazuje se ${hoursOf(rule)}, ${placesOf(rule)}.`
      : categoryProblemWords.taken,
  beyond: 'Vaš izbor sati ili grupa je širi od toga.',
  fit: 'Uskladi sate i grupe',
  fitted: 'Sati i grupe su usklađeni sa pravilom.',
  specialBeyond: 'Specijalni paket se prikazuje svakog dana od 8 do 24 h, pa za ovu vrstu reklame nije.',
  changeBeyond: 'Kampanja koja se emituje ima šire sate ili grupe. Prvo suzite njih, ili napravite novu kampanju.',
  proof: {
    alcohol: 'Dozvola za promet alkoholnih pića: broj i ko ju je izdao',
    betting: 'Odobrenje Uprave za igre na sreću: broj i datum',
    medicine: 'Odobrenje Agencije za lekove i medicinska sredstva: broj i datum',
    credit: 'Dozvola Narodne banke ili upis u registar: broj i datum',
    political: 'Ko je naručio i ko plaća poruku',
  } satisfies Record<RuledCategory, string>,
  proofHint: 'Proveravamo ga pre odobrenja. Gledaoci ga ne vide.',
  proofMissing: categoryProblemWords.proof,
} as const;

/** What the desk reads and sets. */
export const categoryDeskCopy = {
  title: 'Pravila po vrsti reklame',
  lead: 'Važe čim ih sačuvate: i za reklame koje se već prikazuju. Novu reklamu van pravila firma ne može ni da pošalje.',
  th: { category: 'Vrsta', hours: 'Sati', venues: 'Grupe', proof: 'Dozvola', open: 'Radnje' },
  hours: hoursOf,
  places: ({ venues }: Pick<CategoryRule, 'venues'>) => (venues.length === 0 ? 'sve' : namesOf(venues)),
  proof: (needsProof: boolean) => (needsProof ? 'traži se' : 'ne traži se'),
  notTaken: 'Ne primamo nove',
  edit: 'Izmeni',
  editLabel: (name: string) => `Izmeni pravilo: ${name}`,
  isTaken: 'Primamo nove reklame ove vrste',
  isTakenHint: 'Kada se isključi, reklame koje su već odobrene idu dalje. Pojedinu zaustavljate u listi kampanja.',
  from: 'Od',
  to: 'Do',
  toHint: '„Do“ manje od „Od“ znači preko ponoći.',
  sameHours: 'Početak i kraj ne mogu da budu isti.',
  venues: 'Grupe u kojima se prikazuje',
  venuesHint: 'Bez izbora: u svim grupama.',
  needsProof: 'Firma upisuje dozvolu ili odobrenje',
  saved: (name: string) => `Pravilo je sačuvano: ${name}.`,
  merge: 'Pravilo je u međuvremenu izmenjeno',
  proofOf: 'Dozvola',
} as const;
