import { hourMask, type Schedule, WHOLE_WEEK } from '#domain/playout/schedule.ts';
import { idOf } from '../seeded-random.ts';

/** One campaign of the demonstration. Days and hours are before now (negative) or after it. */
export interface Plan {
  /** Which of the eight companies; what each of them is called and sells follows from the year. */
  company: number;
  name: string;
  /** The first and the last day. */
  days: readonly [from: number, to: number];
  budget: number;
  /** About so many plays a day. */
  daily: number;
  regions?: readonly string[];
  venues?: readonly string[];
  cap?: number | null;
  pace?: 'even' | 'asap';
  schedule?: Schedule;
  headlines: readonly (readonly [headline: string, line: string])[];
  /** It shows a film of so many seconds in place of pictures; left out where there is no ffmpeg. Its budget is in TV seconds. */
  film?: number;
  /** It takes its pictures from that campaign of its company. */
  copyOf?: string;
  /** Where it got to. */
  fate: 'draft' | 'review' | 'rejected' | 'approved' | 'paused' | 'withdrawn' | 'ended';
  /** Hours ago at which its last step was taken. */
  hoursAgo?: number;
  /** In the words of whoever sent it back or took it down. */
  reason?: string;
}

const EVENINGS = Array.from({ length: 7 }, () => hourMask(17, 23));
const WORKDAYS = [...Array.from({ length: 5 }, () => hourMask(8, 20)), 0, 0];

export const PLANS: readonly Plan[] = [
  {
    company: 0,
    name: 'Jesenja akcija',
    days: [-20, 9],
    budget: 3_300,
    daily: 118,
    cap: 20,
    fate: 'approved',
    headlines: [
      ['Jesenja nega na pola cene', 'Do kraja meseca, u svim našim apotekama'],
      ['Merenje pritiska je besplatno', 'Radnim danom do 20 h'],
    ],
  },
  {
    company: 0,
    name: 'Nedeljom radimo',
    days: [-44, -25],
    budget: 1_700,
    daily: 92,
    cap: 15,
    fate: 'approved',
    headlines: [['Nedeljom radimo do 15 h', 'Novo radno vreme, ista ljubaznost']],
  },
  {
    company: 0,
    name: 'Vikend popust',
    days: [-15, 14],
    budget: 1_500,
    daily: 60,
    cap: 10,
    fate: 'paused',
    regions: ['BG', 'NS'],
    hoursAgo: 71,
    copyOf: 'Jesenja akcija',
    headlines: [],
  },
  {
    company: 0,
    name: 'Božićni program',
    days: [6, 42],
    budget: 1_200,
    daily: 0,
    fate: 'review',
    hoursAgo: 5,
    headlines: [['Poklon ispod jelke', 'Poklon pakovanja kozmetike od 990 dinara']],
  },
  {
    company: 0,
    name: 'Nagradna igra',
    days: [4, 24],
    budget: 800,
    daily: 0,
    fate: 'rejected',
    hoursAgo: 29,
    copyOf: 'Nedeljom radimo',
    headlines: [],
    reason:
      'Nagradna igra mora da ima broj saglasnosti i adresu na kojoj stoje pravila. Dodajte ih na sliku i pošaljite ponovo.',
  },
  {
    company: 0,
    name: 'Praznična ponuda',
    days: [12, 41],
    budget: 1_000,
    daily: 0,
    fate: 'draft',
    hoursAgo: 2,
    copyOf: 'Jesenja akcija',
    headlines: [],
  },
  {
    company: 1,
    name: 'Tu smo, u komšiluku',
    days: [-18, 3],
    budget: 2_400,
    daily: 48,
    cap: 4,
    fate: 'approved',
    regions: ['NI'],
    headlines: [['Tu smo, u vašem komšiluku', 'Topao hleb svakog dana u 6, 11 i 17 h']],
  },
  {
    company: 2,
    name: 'Upis bez članarine',
    days: [-32, 10],
    budget: 2_400,
    daily: 62,
    fate: 'withdrawn',
    hoursAgo: 12 * 24 + 7,
    headlines: [['Upis bez članarine', 'Prvi mesec plaćate kad vam se dopadne']],
    reason: 'Ponuda na slici je istekla, a reklama je i dalje obećava. Napravite kopiju sa onim što važi.',
  },
  {
    company: 2,
    name: 'Zimski paket',
    days: [3, 32],
    budget: 900,
    daily: 0,
    fate: 'approved',
    pace: 'asap',
    headlines: [['Zimski paket je stigao', 'Tri meseca treninga po ceni dva']],
  },
  {
    company: 3,
    name: 'Torta za slavu',
    days: [-9, 19],
    budget: 2_600,
    daily: 95,
    pace: 'asap',
    fate: 'approved',
    venues: ['restaurant', 'cafe', 'reception', 'salon'],
    schedule: EVENINGS,
    cap: 12,
    headlines: [['Torta za slavu', 'Naručite dan ranije, dostava je besplatna']],
  },
  {
    company: 4,
    name: 'Zimovanje na planini',
    days: [-43, -6],
    budget: 2_600,
    daily: 74,
    cap: 8,
    fate: 'ended',
    hoursAgo: 13 * 24,
    headlines: [['Zimovanje na planini', 'Prvih deset mesta sa popustom od 20 %']],
  },
  {
    company: 4,
    name: 'Vikend u Beču',
    days: [2, 20],
    budget: 700,
    daily: 0,
    fate: 'review',
    hoursAgo: 20,
    regions: ['BG'],
    headlines: [['Vikend u Beču', 'Polazak svakog petka, autobusom']],
  },
  {
    company: 5,
    name: 'Otvoreno i praznikom',
    days: [-44, 12],
    budget: 2_900,
    daily: 58,
    fate: 'approved',
    cap: 6,
    venues: ['household'],
    headlines: [['Otvoreno i praznikom', 'Svakog dana od 6 do 22 h']],
  },
  {
    company: 6,
    name: 'Zimske gume',
    days: [-27, 8],
    budget: 1_000,
    daily: 46,
    fate: 'approved',
    cap: null,
    schedule: WORKDAYS,
    headlines: [['Zimske gume na rate', 'Zamena i čuvanje letnjih guma']],
  },
  {
    company: 7,
    name: 'Knjiga na poklon',
    days: [5, 25],
    budget: 1_100,
    daily: 0,
    fate: 'review',
    hoursAgo: 44,
    regions: ['BG', 'NS', 'NI'],
    headlines: [['Knjiga na poklon', 'Uz dve kupljene, treća je naš dar']],
  },
  {
    company: 7,
    name: 'Sajam knjiga kod nas',
    days: [-38, -20],
    budget: 1_100,
    daily: 58,
    fate: 'approved',
    cap: 10,
    headlines: [['Sajam knjiga je kod nas', 'Svaki drugi naslov za pola cene']],
  },
  {
    company: 0,
    name: 'Zimska nega, spot',
    days: [-12, 18],
    budget: 6_000,
    daily: 20,
    cap: 6,
    fate: 'approved',
    film: 8,
    headlines: [['Zimska nega bez čekanja', 'Poručite danas, preuzmite u apoteci']],
  },
  {
    company: 0,
    name: 'Praznični spot',
    days: [8, 38],
    budget: 3_000,
    daily: 0,
    fate: 'review',
    hoursAgo: 3,
    film: 8,
    copyOf: 'Zimska nega, spot',
    headlines: [],
  },
  {
    company: 3,
    name: 'Spot o tortama',
    days: [-8, 20],
    budget: 4_000,
    daily: 16,
    cap: 5,
    fate: 'approved',
    film: 6,
    headlines: [['Torta po vašoj meri', 'Za slavu, rođendan i svadbu']],
  },
];

export const campaignId = ({ company, name }: Pick<Plan, 'company' | 'name'>): string =>
  idOf(`campaign ${company} ${name}`);

export const scheduleOf = ({ schedule = WHOLE_WEEK }: Plan): Schedule => schedule;

/** Colours of the eight companies: ground, accent, ink. */
export const LOOKS = [
  ['#7a1f1f', '#ffb703', '#ffffff'],
  ['#0b3d5c', '#7fd1ff', '#ffffff'],
  ['#1f2a44', '#ff7a59', '#ffffff'],
  ['#f3e9dc', '#b3541e', '#3b2314'],
  ['#124d3a', '#b7e4a0', '#ffffff'],
  ['#ffd23f', '#8a2a5b', '#2b1020'],
  ['#3a2a63', '#ffcf70', '#ffffff'],
  ['#4a1130', '#e8b4c8', '#ffffff'],
] as const;
