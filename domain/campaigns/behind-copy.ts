import { FEWEST_TVS } from '../places/rules.ts';
import { plural } from '../plural.ts';
import { formatDate } from '../time.ts';
import { countDays } from '../wording.ts';
import { isChoiceEnough, type MailedWhyBehind, type OwnWhyBehind, type WhyBehind } from './behind.ts';

const fits = (n: number) =>
  plural(n, {
    one: '# televizor odgovara izboru',
    few: '# televizora odgovaraju izboru',
    other: '# televizora odgovara izboru',
  });

const ownChoice = (of: Exclude<WhyBehind, { why: 'few' }>) =>
  of.why === 'cap' ? `dnevna granica po televizoru je ${of.cap}` : `izabrano je samo ${of.hours} od 168 sati u nedelji`;

/** Campaigns below their plan, on /admin/tvs and in the mail to the company. */
export const behindCopy = {
  title: 'Kampanje ispod plana',
  all: 'Sve kampanje',
  th: { campaign: 'Kampanja', plan: 'Viđeno i plan do danas', why: 'Zašto kasni', left: 'Do kraja', acts: 'Radnje' },
  share: (percent: number) => `${percent}% plana`,
  why: (of: WhyBehind) => {
    if (of.why === 'few')
      return `${fits(of.tvs)}, ${isChoiceEnough(of) ? `a dovoljno je oko ${of.needed}` : `treba oko ${of.needed}`}`;
    if (of.why === 'cap') return `Dnevna granica po televizoru je ${of.cap}`;
    return `Samo ${of.hours} od 168 sati u nedelji`;
  },
  /** As the company reads it: fewer than five TVs are never told apart. */
  whyForCompany: (of: MailedWhyBehind) => {
    if (of.why !== 'few') return ownChoice(of);
    if (of.reached === 0) return 'izboru ne odgovara nijedan televizor';
    return of.reached === null || of.reached < FEWEST_TVS
      ? 'izboru odgovara manje od pet televizora'
      : `${fits(of.reached)}, a trebalo bi ih oko ${of.needed}`;
  },
  /** The same in a row of the company's list. */
  note: (of: OwnWhyBehind) => {
    if (of.why !== 'few') return ownChoice(of);
    if (of.reached === null) return 'odgovara manje od pet televizora';
    if (of.reached === 0) return 'nijedan televizor ne odgovara';
    return plural(of.reached, {
      one: 'samo # televizor odgovara',
      few: 'samo # televizora odgovaraju',
      other: 'samo # televizora odgovara',
    });
  },
  /** On its own page, above what it showed. */
  onPage: {
    lead: 'Kampanja ide sporije od plana:',
    after: {
      few: 'Pomerite kraj, ili napravite kopiju za više regiona i grupa; nepotrošeno se po završetku vraća na stanje.',
      cap: 'Povećajte granicu ili pomerite kraj; nepotrošeno se po završetku vraća na stanje.',
      hours: 'Dodajte sate ili pomerite kraj; nepotrošeno se po završetku vraća na stanje.',
    } satisfies Record<WhyBehind['why'], string>,
  },
  days: countDays,
  tell: 'Javi firmi',
  told: (when: Date | string) => `Javljeno ${formatDate(when)}`,
  toldNow: 'Firmi je poslata poruka.',
  empty: 'Sve kampanje idu po planu.',
} as const;
