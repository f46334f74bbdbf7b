import { plural } from '../plural.ts';
import { beforeComma, formatDateInSentence, formatDateTimeInSentence } from '../time.ts';
import { countDays, countHours } from '../wording.ts';
import { NOTICE_DAYS } from './retention.ts';

/** Mails address the reader with „Vi“, capitalised, and nobody by name. */
const minutes = (n: number) => plural(n, { one: '# minut', few: '# minuta', other: '# minuta' });

export const mailCopy = {
  codeInstead: (code: string) => `Ako je umesto linka potreban kod, upišite ${code}. Kod važi ${minutes(30)}.`,
  confirmAddress: {
    subject: 'Potvrdite svoju email adresu',
    preview: 'Jedan klik i Vaša adresa je potvrđena.',
    text: 'ova adresa je upisana pri otvaranju naloga na Vidiku. Potvrdite da je Vaša i zahtev za registraciju ide na pregled našem timu.',
    button: 'Potvrdite adresu',
    after: (n: number) =>
      `Link važi ${countHours(n)}. Ako nalog niste otvarali, ne morate da radite ništa: bez potvrde se adresa neće koristiti.`,
  },
  recovery: {
    subject: 'Link za novu lozinku',
    preview: (n: number) => `Važi ${minutes(n)} i može da se iskoristi jednom.`,
    text: (email: string) => `zatražena je nova lozinka za nalog sa adresom ${email}.`,
    button: 'Postavite novu lozinku',
    after:
      'Ako to niste bili Vi, zanemarite ovu poruku. Lozinka ostaje ista sve dok se link ne iskoristi, a on uskoro ističe.',
    again: (email: string) =>
      `nalog sa adresom ${email} već čeka potvrdu, a registracija je sada poslata još jednom, sa drugom lozinkom. Ako ste to Vi, postavite lozinku; time potvrđujete i adresu.`,
    afterAgain:
      'Ako se niste registrovali, ne morate da radite ništa: dok se ovaj link ne iskoristi, u nalog niko ne može da uđe.',
  },
  emailChange: {
    subject: 'Potvrdite promenu email adrese',
    preview: 'Promena važi kada je potvrde i stara i nova adresa.',
    text: (from: string, to: string) =>
      `za Vaš nalog je zatraženo da se email adresa ${from} zameni adresom ${to}. Iz bezbednosnih razloga potvrđuju se obe adrese.`,
    button: 'Potvrdite promenu',
    after: (n: number) =>
      `Link važi ${countHours(n)}. Ako promenu niste tražili Vi, zanemarite poruku i promenite lozinku.`,
  },
  addressExists: {
    subject: 'Već imate nalog na Vidiku',
    preview: 'Neko je pokušao da otvori nalog sa Vašom adresom.',
    text: 'neko je pokušao da otvori novi nalog sa ovom adresom, a nalog već postoji. Ako ste to bili Vi, prijavite se; ako ne znate lozinku, zatražite novu.',
    button: 'Prijavite se',
    after: 'Ako to niste bili Vi, ne morate da radite ništa: Vaš nalog je ostao isti.',
  },
  addressWanted: {
    subject: 'Neko je pokušao da preuzme Vašu email adresu',
    preview: 'Vaš nalog je ostao isti.',
    text: 'neko je pokušao da svoj nalog na Vidiku prebaci na ovu email adresu, a sa njom već postoji nalog. Ništa nije promenjeno: adresa i dalje pripada samo Vašem nalogu.',
    button: 'Prijavite se',
    after:
      'Ako ste to bili Vi, prvo promenite adresu na nalogu koji je sada koristi. Ako niste, ne morate da radite ništa.',
  },
  reauthentication: {
    subject: 'Kod za potvrdu',
    preview: 'Upišite ga na strani na kojoj je zatražen.',
    text: 'za promenu na Vašem nalogu potreban je ovaj kod:',
    after: (n: number) => `Kod važi ${minutes(n)}. Ako ga niste tražili Vi, promenite lozinku.`,
  },
  registrationReceived: {
    subject: 'Primili smo Vaš zahtev za registraciju',
    preview: 'Naš tim ga pregleda i javlja Vam odgovor na ovu adresu.',
    text: 'Vaš zahtev za registraciju je stigao. Podatke pregleda član našeg tima, a odgovor dobijate na ovu adresu.',
    entered: 'Upisani podaci:',
    name: 'Ime i prezime',
    username: 'Korisničko ime',
    phone: 'Telefon',
    email: 'Email adresa',
    company: 'Firma',
    place: 'Grad i zemlja',
    after: 'Ako je nešto pogrešno, odgovorite na ovu poruku. Registracija je besplatna i ni na šta Vas ne obavezuje.',
  },
  registrationWaiting: {
    subject: (name: string) => `Nov zahtev za registraciju: ${name}`,
    preview: 'Pregledajte podatke i odlučite.',
    text: 'stigao je nov zahtev za registraciju i čeka odluku.',
    email: 'Email adresa',
    company: 'Firma',
    button: 'Pregledajte zahteve',
    after: 'Odluka se donosi na strani za administratore, posle prijave; ovaj link sam ništa ne odobrava.',
  },
  registrationsWaiting: {
    subject: (n: number) =>
      `Još ${plural(n, { one: '# zahtev čeka', few: '# zahteva čekaju', other: '# zahteva čeka' })} odluku`,
    text: (n: number) =>
      `od poslednje poruke ${plural(n, {
        one: 'stigao je još # zahtev za registraciju i čeka odluku.',
        few: 'stigla su još # zahteva za registraciju i čekaju odluku.',
        other: 'stiglo je još # zahteva za registraciju i čeka odluku.',
      })}`,
    after: 'Kada zahtevi stižu jedan za drugim, javljamo ih zajedno, najviše jednom porukom na sat.',
  },
  approved: {
    chosen: {
      subject: 'Nalog je odobren, nastavite kupovinu',
      preview: (name: string) => `Izabrali ste: ${name}.`,
      text: (name: string) => `Vaš nalog je odobren. Izabrali ste: ${name}; nastavite od te kupovine.`,
      button: 'Nastavite kupovinu',
    },
    subject: 'Vaš nalog je odobren',
    preview: 'Prijavite se i izaberite uređaj ili paket.',
    text: (email: string) => `Vaš nalog na Vidiku je odobren i možete da se prijavite adresom ${email}.`,
    button: 'Prijavite se',
    after:
      'Odavde možete da kupite uređaj, uključite reklamni paket ili povežete televizor. Uslove za članove uvek nalazite na dnu svake strane.',
  },
  rejected: {
    subject: 'Vaš zahtev za registraciju nije odobren',
    preview: 'Evo razloga i šta možete da uradite.',
    text: 'pregledali smo Vaš zahtev za registraciju i nismo ga odobrili.',
    reason: 'Razlog',
    after:
      'Podatke koje ste upisali brišemo u roku od 15 dana. Ako mislite da je u pitanju greška, odgovorite na ovu poruku i opišite situaciju; pogledaćemo zahtev ponovo.',
  },
  closed: {
    subject: 'Vaš nalog je zatvoren',
    preview: 'Šta se dešava sa podacima i do kada.',
    text: (email: string, when: string) =>
      `nalog ${email} je zatvoren ${formatDateTimeInSentence(when)}, na Vaš zahtev.`,
    erased: (date: string) =>
      `Odjavljeni ste sa svih uređaja, pretplate su prekinute, a televizori odvojeni od naloga. Vaše lične podatke brišemo najkasnije ${beforeComma(date)}; računi i knjigovodstveni zapisi ostaju bez njih, onoliko koliko zakon nalaže.`,
    after: (email: string) =>
      `Ako nalog niste zatvorili Vi, odmah pišite na ${email}. Ako Vam je pre toga stigla poruka o promeni pristupa, nalog ponovo otvara i link iz nje.`,
  },
  signedOut: {
    subject: 'Odjavljeni ste sa svih uređaja',
    preview: 'Nalog je ostao isti. Prijavite se ponovo.',
    text: (email: string, when: string) =>
      `naš tim je ${formatDateTimeInSentence(when)} prekinuo sve prijave na nalog ${email}. Podaci su ostali isti, a televizori rade kao i do sada.`,
    button: 'Prijavite se',
    after:
      'Ako Vam je telefon ili računar ukraden ili izgubljen, promenite i lozinku. Ako ne znate zašto ste odjavljeni, odgovorite na ovu poruku.',
  },
  notice: {
    subject: (lastDay: string) => `Otkaz ugovora: nalog važi do ${formatDateInSentence(lastDay)}`,
    preview: 'Šta se dešava do tada i šta posle toga.',
    text: (email: string, lastDay: string) =>
      `raskidamo ugovor za nalog ${email}, uz otkazni rok od ${countDays(NOTICE_DAYS)}. Nalog možete da koristite do kraja dana ${formatDateInSentence(lastDay)}`,
    reason: 'Razlog',
    until:
      'Do tada sve radi kao i do sada. Na strani „Moj nalog“ možete da preuzmete svoje podatke, a stanje L-banera i TV sekundi da iskoristite.',
    afterwards: (erased: string) =>
      `Posle toga se nalog zatvara: odjavljujemo Vas sa svih uređaja, pretplate se prekidaju, a televizori odvajaju od naloga. Vaše lične podatke brišemo najkasnije ${beforeComma(formatDateInSentence(erased))}; računi i knjigovodstveni zapisi ostaju bez njih, onoliko koliko zakon nalaže.`,
    rights:
      'Nagrada obračunata do prestanka ugovora isplaćuje se po pravilima programa, na račun koji ste upisali. Mesec koji nije zaključen pre brisanja podataka ne isplaćuje se. Oglašivačima za neutrošeno stanje iz poslednjeg plaćenog meseca vraćamo srazmeran iznos. Plaćena rezervacija za događaj i njene karte ostaju važeće.',
    button: 'Otvorite svoj nalog',
    after: (email: string) =>
      `Ako se ne slažete, odgovorite na ovu poruku ili podnesite prigovor na ${email}; odgovaramo u roku od 8 dana.`,
  },
  noticeTakenBack: {
    subject: 'Otkaz ugovora je povučen',
    preview: 'Vaš nalog ostaje otvoren.',
    text: (email: string) =>
      `otkaz ugovora za nalog ${email} je povučen. Nalog ostaje otvoren, sa svim podacima i stanjem; ne morate da radite ništa.`,
    button: 'Otvorite svoj nalog',
  },
  terminated: {
    subject: 'Ugovor je raskinut i nalog je zatvoren',
    preview: 'Zašto i šta se dešava sa podacima.',
    byNotice: (email: string, when: string) =>
      `otkazni rok je istekao i nalog ${email} je zatvoren ${formatDateTimeInSentence(when)}.`,
    atOnce: (email: string, when: string) =>
      `raskinuli smo ugovor za nalog ${email} ${formatDateTimeInSentence(when)}, bez otkaznog roka, iz opravdanog razloga koji je naveden ovde. Nalog je zatvoren.`,
    reason: 'Razlog',
    rights:
      'Nagrada obračunata do prestanka ugovora isplaćuje se po pravilima programa, na račun koji ste upisali, osim dela koji potiče iz zloupotrebe. Mesec koji nije zaključen pre brisanja podataka ne isplaćuje se. Plaćena rezervacija za događaj i njene karte ostaju važeće.',
  },
} as const;
