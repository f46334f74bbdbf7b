import { formatDinars } from '../money.ts';
import { monthWord } from '../months-copy.ts';
import { plural } from '../plural.ts';
import { formatDate, formatDateInSentence } from '../time.ts';
import { countBanners } from '../wording.ts';

const seconds = (n: number) => plural(n, { one: '# TV sekunda', few: '# TV sekunde', other: '# TV sekundi' });

/** What a payable statement lacks when nothing else is missing; in whichever mail is about it then. */
const taxNumber =
  'Za isplatu još nedostaje Vaš JMBG. Upišite ga u nalogu, u delu Moje nagrade; po njemu plaćamo porez po odbitku.';

/** Mails to viewers: „Vi“ with a capital letter. Months are `2026-10-01`, days the same, amounts para. */
export const rewardMails = {
  taxNumber,
  statement: {
    subject: (month: string) => `Vaš obračun za ${monthWord(month)}`,
    preview: (b: number, s: number, amount: number) =>
      `Viđeno: ${countBanners(b)} i ${seconds(s)}; iznos ${formatDinars(amount)}.`,
    text: (month: string) =>
      `mesec ${monthWord(month)} je zaključen. Obračun je po pravilima koja su tada važila; po danima ga vidite u nalogu.`,
    states: {
      payable: null,
      carried: (smallest: number) => `Iznos je ispod ${formatDinars(smallest)}, pa ulazi u sledeći obračun.`,
      suspected: () => 'Proveravamo prikaze sa jednog televizora. Javljamo se email porukom.',
      company: (gross: number) => `Za isplatu ${formatDinars(gross)} pošaljite nam račun Vaše firme.`,
    },
    objection: 'Prigovor na obračun podnosite u roku od 30 dana; odgovaramo u roku od 15 dana.',
    button: 'Pogledajte obračun',
  },
  released: {
    subject: (month: string) => `Vaš obračun za ${monthWord(month)} je proveren`,
    preview: (amount: number) => `Iznos ${formatDinars(amount)} nije više zadržan.`,
    text: (month: string) => `proverili smo Vaš obračun za ${monthWord(month)} i više ga ne zadržavamo.`,
    payable: (amount: number) => `Za isplatu je ${formatDinars(amount)}.`,
    button: 'Pogledajte obračun',
  },
  account: {
    subject: 'Upišite račun za isplatu',
    preview: (month: string) => `Obračun za ${monthWord(month)} čeka Vaš broj računa.`,
    text: (amount: number) => `nemamo račun na koji bismo isplatili ${formatDinars(amount)}.`,
    again: (amount: number) =>
      `banka nije isplatila ${formatDinars(amount)} na račun koji ste upisali. Proverite broj i ime vlasnika i upišite račun ponovo.`,
    button: 'Upišite račun',
  },
  paid: {
    subject: (month: string) => `Obračun za ${monthWord(month)} je isplaćen`,
    preview: (amount: number, day: string) => `${formatDinars(amount)}, ${formatDate(day)}`,
    text: 'nalog je poslat banci. Priliv obično stiže istog ili sledećeg radnog dana.',
    button: 'Pogledajte obračun',
  },
  rule: {
    subject: (day: string) => `Nova pravila nagrade od ${formatDateInSentence(day)}`,
    preview: 'Dani pre tog datuma se ne menjaju.',
    text: (day: string) =>
      `od ${formatDateInSentence(day)} važe nova pravila programa. Stara i nova stoje jedna pored drugih u Vašem nalogu.`,
    button: 'Pogledajte pravila',
  },
  recalled: {
    subject: (day: string) => `Pravila najavljena za ${formatDateInSentence(day)} su povučena`,
    preview: 'Važe pravila koja su i do sada važila.',
    text: (day: string) =>
      `pravila programa koja smo najavili za ${formatDateInSentence(day)} su povučena. Važe pravila koja su i do sada važila.`,
    button: 'Pogledajte pravila',
  },
  accountChanged: {
    subject: 'Upisan je račun za isplatu nagrada',
    preview: (account: string) => `Novi račun je ${account}.`,
    text: (account: string) =>
      `na Vašem nalogu je upisan račun za isplatu nagrada ${account}. Važi za obračune koji još nemaju račun i za sve sledeće. Ako to niste bili Vi, odmah promenite lozinku i odgovorite na ovu poruku.`,
    button: 'Otvorite nalog',
  },
  taxNumberNamed: {
    subject: 'Upisan je JMBG za isplatu nagrada',
    preview: 'Ako to niste bili Vi, javite nam se.',
    text: 'na Vašem nalogu je upisan JMBG, po kome se plaća porez na Vaše nagrade. Ako to niste bili Vi, odmah promenite lozinku i odgovorite na ovu poruku.',
    button: 'Otvorite nalog',
  },
  answered: {
    subject: (month: string) => `Odgovor na prigovor na obračun za ${monthWord(month)}`,
    preview: 'Odgovor je u poruci.',
    text: (answer: string) => `na Vaš prigovor odgovaramo: ${answer}`,
    correction: (amount: number) =>
      amount > 0
        ? `Uz sledeći obračun dodajemo ${formatDinars(amount)}.`
        : `Od sledećeg obračuna oduzimamo ${formatDinars(-amount)}.`,
    button: 'Pogledajte obračun',
  },
} as const;
