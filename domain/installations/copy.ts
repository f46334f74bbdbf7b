import type { Count } from '../count.ts';
import type { Sentences } from '../errors.ts';
import { plural } from '../plural.ts';
import { formatDateTime } from '../time.ts';
import { typeset, withNonBreakingSpaces } from '../typography.ts';
import { CONTACT_DAYS } from './rules.ts';

export const installationRefusals = {
  INSTALLER_GONE: 'Ta osoba više nema oznaku montera. Izaberite drugog montera.',
  INSTALLATION_TIME_PAST: 'Dogovoreno vreme je već prošlo. Upišite vreme koje tek dolazi.',
  INSTALLATION_GONE: 'Te montaže više nema na spisku.',
  INSTALLATION_RECORDED: 'Zapisnik o ovoj montaži je već predat.',
  INSTALLATION_CANCELLED: 'Ova montaža je otkazana. Zapisnik nije predat.',
  INSTALLATION_DAY_WRONG: 'Datum montaže ne može da bude u budućnosti.',
} satisfies Sentences;

export const record = typeset({
  title: (n: number) => `Zapisnik, montaža broj ${n}`,
  text: 'Zapisnik se predaje jednom i ne menja se.',
  doneOn: 'Datum montaže',
  device: 'Serijski broj uređaja',
  venue: 'Vrsta mesta',
  venueHint:
    'Kakvo ste mesto zatekli. Kada se slaže sa onim što je vlasnik upisao, zapisnik potvrđuje mesto televizora.',
  chooseVenue: 'Izaberite vrstu mesta',
  before: 'Stanje pre montaže',
  after: 'Stanje posle montaže',
  remarks: 'Primedbe',
  confirmedBy: 'Ime osobe koja je potvrdila prijem',
  required: 'Popunite ovo polje.',
  send: 'Predaj zapisnik',
  sending: 'Predajemo zapisnik…',
  sent: 'Zapisnik je predat.',
});

/** What an installer reads on „Moj nalog“. */
export const myInstallations = typeset({
  title: 'Montaže',
  lead: `Ime, telefon i adresu koristite samo za dogovorenu montažu. Ovde stoje još ${CONTACT_DAYS} dana po predaji zapisnika.`,
  number: (n: number) => `Montaža broj ${n}`,
  when: 'Termin',
  who: 'Kod koga',
  state: 'Stanje',
  write: 'Predaj zapisnik',
  writeOf: (n: number) => `montaža broj ${n}`,
  agreed: (at: Date | string) => withNonBreakingSpaces(formatDateTime(at)),
  recorded: 'Zapisnik predat',
  cancelled: 'Otkazana',
  waits: 'Dogovorena',
  forgotten: 'Podaci o korisniku su obrisani.',
  failed: 'Montaže nisu učitane.',
});

/** What staff see on the dashboard. */
export const staffInstallations = typeset({
  title: 'Montaže',
  count: (n: Count) => plural(n, { one: '# dogovorena', few: '# dogovorene', other: '# dogovorenih' }),
  assign: 'Dodeli montažu',
  empty: 'Nijedna montaža nije dogovorena.',
  over: 'Poslednje završene',
  nobody: 'nalog montera je obrisan',
  notActive: 'ne može da dođe: nalog mu je zatvoren ili blokiran, ili više nije monter',
  late: 'termin je prošao, zapisnika nema',
  cancel: 'Otkaži',
  cancelOf: (n: number) => `Otkaži montažu broj ${n}`,
  cancelTitle: (n: number) => `Otkazivanje montaže broj ${n}`,
  cancelText: 'Monter dobija email poruku da ne dolazi. Otkazivanje ne može da se opozove.',
  cancelTextNobody: 'Nalog montera je obrisan, pa poruku ne dobija niko. Otkazivanje ne može da se opozove.',
  cancelled: 'Montaža je otkazana. Monteru je poslata poruka.',
  cancelledNobody: 'Montaža je otkazana.',
  done: (day: string, device: string) => `uređaj ${device}, ${day}`,
  venue: (name: string) => `mesto: ${name.toLowerCase()}`,
  before: (state: string) => `pre: ${state}`,
  after: (state: string) => `posle: ${state}`,
  confirmed: (who: string) => `prijem potvrdio: ${who}`,
  dialogTitle: 'Nova montaža',
  dialogText: 'Monter dobija poruku, a podatke vidi na strani „Moj nalog“.',
  installer: 'Monter',
  choose: 'Izaberite montera',
  none: 'Niko nema oznaku montera. Dodeljuje se na strani „Korisnici“.',
  name: 'Ime i prezime korisnika',
  phone: 'Telefon korisnika',
  address: 'Adresa',
  agreedAt: 'Termin',
  note: 'Napomena za montera',
  required: 'Popunite ovo polje.',
  send: 'Dodeli montažu',
  sending: 'Dodeljujemo…',
  assigned: (n: number) => `Montaža broj ${n} je dodeljena. Monteru je poslata poruka.`,
});
