import { randomInt, randomUUID } from 'node:crypto';
import { type Somebody, somebody } from './story.ts';

/** Names, companies and sentences as long as they come. */

export const COMPANY_NAME =
  'Poljoprivredno-trgovinsko-ugostiteljsko preduzeće „Stojanović-Petronijević i sinovi“ d.o.o. Čajetina';
export const LINE =
  'Uplata po predračunu za oglašavanje na televizorima u ugostiteljskim objektima, po dogovoru sa gospođom Petronijević';

export const CITY = 'Sremska Kamenica kod Novog Sada';
/** Each worker has its own. */
export const FILE = `izvod-dinarski-tekuci-racun-glavni-novembar-2026-ispravljen-${randomInt(1_000_000)}.xml`;
export const TEXT = `${LINE}. Slika se prekida posle dva minuta, daljinski upravljač ne odgovara, a nalepnica https://primer.rs/${'a'.repeat(60)} se ne čita.`;

export const longest = (): Somebody => ({
  ...somebody('Aleksandra-Katarina', 'Stojanović-Petronijević'),
  email: `aleksandra.stojanovic.petronijevic.${randomUUID().slice(0, 8)}@veomadugackoimedomena.rs`,
});
