import { expect, test } from 'vitest';
import { durationWords, shortDuration, sizeWords, whenWords } from './amounts.ts';
import type { Facts, Process } from './facts.ts';
import { mostHarmfulBrokenPart } from './limits.ts';
import { STATE_OF } from './states.ts';
import { jobGroups, WORDS_OF } from './words.ts';

const NOW = new Date('2026-11-23T07:14:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

function said<Part extends keyof Facts>(part: Part, facts: Facts[Part]) {
  const state = (STATE_OF[part] as (facts: Facts[Part], now: Date) => 'ok' | 'warn' | 'err')(facts, NOW);
  const words = WORDS_OF[part](facts, state, NOW);
  return [state, words.state, words.fact, words.rest].map(plain);
}

const process = (place: string, role: Process['role'], more: Partial<Process> = {}): Process => ({
  id: place,
  place,
  role,
  release: '2.4.0',
  startedAt: ago(4 * 24 * 60),
  seenAt: ago(0),
  isMissing: false,
  memoryMb: 1,
  requestsPerMinute: 1,
  jobsPerMinute: 1,
  clockMs: 0,
  ...more,
});

test('the processes in words, well and with one that is silent', () => {
  const all = [process('s1', 'web'), process('s2', 'web'), process('r1', 'worker')];
  expect(said('servers', { processes: all })).toEqual([
    'ok',
    'Svi se javljaju',
    '2 servera i 1 radni proces',
    'poslednje javljanje pre 1 sekundu · bez prekida 4 dana',
  ]);
  const silent = [...all.slice(0, 2), process('r1', 'worker', { isMissing: true, seenAt: ago(6) })];
  expect(said('servers', { processes: silent })).toEqual([
    'err',
    'Ne javlja se 1 od 3',
    'r1 se ne javlja od 08:08',
    'poruke, dokumenti i praćenje pošiljki čekaju dok se r1 ne pokrene',
  ]);
});

test('payments, mails, jobs and backups in words as they get worse', () => {
  expect(
    said('payments', {
      unsettled: 2,
      sums: [{ amount: 43_800, currency: 'EUR' }],
      oldest: ago(43),
      lastHeardAt: ago(43),
      paidToday: 4,
    }),
  ).toEqual([
    'err',
    'Nepotvrđena',
    '2 plaćanja čekaju duže od 15 minuta, 438,00 €',
    'platna kuća se ne javlja od 07:31 · kupci vide „Na čekanju“',
  ]);
  const mails = {
    sentToday: 214,
    queued: 38,
    failed: 0,
    errors: [],
    lastSentAt: ago(2),
    refusal: null,
    refusedSince: null,
  };
  expect(said('mails', { ...mails, oldest: 12 * 60 }).slice(0, 3)).toEqual([
    'warn',
    'Kasne',
    '38 na čekanju, najstarija 12 minuta',
  ]);
  expect(said('mails', { ...mails, oldest: 40 * 60, lastSentAt: ago(40), refusal: 'odbija prijavu' })).toEqual([
    'err',
    'Ne šalju se',
    '38 na čekanju, najstarija 40 minuta',
    'server za poštu: odbija prijavu',
  ]);
  const kind = { name: 'documents.draw', waiting: 612, active: 0, oldest: 360, failed: 3, nextAt: null };
  expect(said('jobs', { waiting: 612, oldest: 360, failed: 3, done: 0, kinds: [kind] })).toEqual([
    'err',
    'Stoje',
    '612 u redu, najstariji čeka 6 minuta',
    '3 su neuspela i ne ponavljaju se sama: Dokumenti (PDF)',
  ]);
  const backups = { lastAt: ago(53 * 60), bytes: 2.1e9, provenAt: null, keep: 30, lateHours: 26, isUnderWay: false };
  expect(said('backups', { ...backups, failure: null })).toEqual([
    'err',
    'Kasne 2 dana',
    'Poslednja 21. 11. 2026. u 03:14, 2,1 GB',
    'nijedna kopija još nije probno vraćena · čuva se 30 kopija',
  ]);
  expect(said('backups', { ...backups, lateHours: 170, failure: null })[0], 'made once a week').toBe('warn');
  const failure = { at: ago(5), isDiskFull: true, reason: 'ENOSPC: no space left on device, write' };
  expect(said('backups', { ...backups, failure })[3]).toBe(
    'disk za kopije je pun · nijedna kopija još nije probno vraćena · čuva se 30 kopija',
  );
  const other = { ...failure, isDiskFull: false, reason: 'EACCES: permission denied' };
  expect(said('backups', { ...backups, failure: other })[3]).toBe(
    'poslednji pokušaj nije uspeo: EACCES: permission denied · nijedna kopija još nije probno vraćena · čuva se 30 kopija',
  );
});

test('what is pretended in words, and that receipts and invoices in SEF are issued by hand', () => {
  expect(said('doubles', { used: ['d-express'], receipts: 'manual' })).toEqual([
    'warn',
    'U upotrebi: 1',
    'D Express je zamenjen probnim servisom',
    'probni servis zamenjuje pravi; preko njega ne idu ni novac ni paketi · nalepnice ne važe i kurir ne dolazi · fiskalni računi i fakture u SEF-u: ručno',
  ]);
  expect(said('doubles', { used: [], receipts: 'off' })).toEqual([
    'ok',
    'Nema ih',
    'Kartice, kuriri i poruke su pravi',
    'probni servis zamenjuje pravi; preko njega ne idu ni novac ni paketi · brojevi fiskalnih računa i faktura u SEF-u se ne traže',
  ]);
});

test('several pretended services are shown in one sentence, and a test key is none of them', () => {
  const fact = (used: Facts['doubles']['used']) => said('doubles', { used, receipts: 'off' })[2];
  expect(fact(['cards', 'd-express', 'mails'])).toBe(
    'Servis za kartice, D Express i server za poštu su zamenjeni probnim servisima',
  );
  expect(fact(['cards'])).toBe('Servis za kartice je zamenjen probnim servisom');
  expect(fact(['test-cards'])).toBe('Kartice idu preko probnog ključa');
  expect(fact(['test-cards', 'mails'])).toBe(
    'Server za poštu je zamenjen probnim servisom, kartice idu preko probnog ključa',
  );
});

test('who runs another version, and which buyers see the old one', () => {
  const on = (release: string, serving: string[], working: string[] = []) => ({
    release,
    serving,
    places: [...serving, ...working],
  });
  const version = (...releases: Facts['version']['releases']) =>
    said('version', { releases, since: null, databaseFits: true });
  expect(version(on('2.4.0', ['s1', 's2'], ['r1']))).toEqual([
    'ok',
    'Ista svuda',
    '2.4.0 na svim procesima',
    'baza odgovara ovoj verziji',
  ]);
  expect(version(on('2.10.0', ['s1'], ['r1']), on('2.9.1', ['s2']))).toEqual([
    'warn',
    'Nije ista',
    's2 je na 2.9.1, ostali na 2.10.0',
    'baza odgovara ovoj verziji · kupci na s2 vide staru verziju',
  ]);
  expect(version(on('2.3.9', [], ['r1', 'r2']), on('2.4.0', ['s1'])).slice(2)).toEqual([
    'r1, r2 su na 2.3.9, ostali na 2.4.0',
    'baza odgovara ovoj verziji',
  ]);
  expect(version(on('2.2.0', ['s3']), on('2.4.0', ['s1']), on('2.3.0', ['s2']))[2]).toBe(
    's1: 2.4.0, s2: 2.3.0, s3: 2.2.0',
  );
});

test('a server whose clock is off takes no requests, a worker never did', () => {
  const database = { used: 1, max: 40, waiting: 0, waitingSince: null, slow: 0, longest: 0, slowest: [] };
  const rest = (place: string, ms: number, isServing: boolean) =>
    said('database', { ...database, clock: { place, ms, isServing } })[3];
  expect(rest('s1', -12_000, true)).toBe(
    'sporih upita u poslednjem satu: 0 · sat servera s1 kasni 12 s, pa s1 ne prima zahteve',
  );
  expect(rest('r1', 12_000, false)).toBe('sporih upita u poslednjem satu: 0 · sat servera r1 žuri 12 s');
});

test('a mail server that refuses our sign-in says since when; files say what was added most', () => {
  const mails = { sentToday: 0, queued: 38, failed: 0, errors: [], oldest: 40 * 60, lastSentAt: ago(40) };
  const refusal = 'Invalid login: 535 5.7.8 authentication failed';
  expect(said('mails', { ...mails, refusal, refusedSince: ago(40) })[3]).toBe(
    `server za poštu od 07:34 odbija prijavu: ${refusal}`,
  );
  expect(said('mails', { ...mails, refusal: '451 try later', refusedSince: ago(40) })[3]).toBe(
    'server za poštu: 451 try later',
  );
  const probe = { at: ago(2), ms: 12 };
  const files = { bytes: 18e9, count: 3, freePart: 0.04, freeBytes: 8e8, weekBytes: 2.1e9, probe };
  expect(said('files', { ...files, weekMost: 'advert-film' }).slice(2)).toEqual([
    'Slobodno 4%, 800 MB',
    'prošle nedelje je dodato 2,1 GB, najviše: TV spotovi, kako su poslati',
  ]);
  expect(said('files', { ...files, weekBytes: 0, weekMost: null })[3]).toBe('prošle nedelje je dodato 0 B');
  expect(said('files', { ...files, freePart: 0, freeBytes: 0, weekMost: null, probe: null })).toEqual([
    'err',
    'Ne odgovara',
    'Proba upisa i čitanja nije uspela',
    'datoteke i dokumenti za sada ne mogu da se sačuvaju · slobodno 0%, 0 B',
  ]);
});

test('what does the most harm is first, whatever else is broken', () => {
  expect(mostHarmfulBrokenPart({ version: 'warn', jobs: 'err', payments: 'err', backups: 'err' })).toBe('payments');
  expect(mostHarmfulBrokenPart({ jobs: 'err', servers: 'err' })).toBe('servers');
  expect(mostHarmfulBrokenPart({ doubles: 'warn', mails: 'warn' })).toBeNull();
});

test('durations, sizes and moments as people say them', () => {
  expect([1, 2, 61, 3_600, 30 * 3_600, 4 * 86_400 + 7_200].map(durationWords).map(plain)).toEqual([
    '1 sekundu',
    '2 sekunde',
    '1 minut',
    '1 sat',
    '30 sati',
    '4 dana',
  ]);
  expect(plain(shortDuration(4 * 86_400 + 7_200))).toBe('4 dana 2 h');
  expect([0, 999, 18.4e9, 2e6].map(sizeWords)).toEqual(['0 B', '999 B', '18,4 GB', '2 MB']);
  expect(plain(whenWords(new Date('2026-11-22T03:00:00Z'), NOW))).toBe('juče u 04:00');
  expect(plain(whenWords(new Date('2026-11-15T03:00:00Z'), NOW))).toBe('15. 11. 2026. u 04:00');
});

test('jobs are shown by what they are about, those that failed first', () => {
  const job = (name: string, waiting: number, failed = 0, nextAt: Date | null = null) => ({
    name,
    waiting,
    failed,
    nextAt,
    active: 0,
    oldest: waiting > 0 ? 5 : null,
  });
  const groups = jobGroups([job('orders.prove', 0), job('orders.catch-up', 2, 0, ago(-1)), job('bank.read', 0, 1)]);
  expect(groups).toEqual([
    { name: 'Banka', waiting: 0, oldest: null, failed: 1, nextAt: null },
    { name: 'Narudžbine', waiting: 2, oldest: 5, failed: 0, nextAt: ago(-1) },
  ]);
});
