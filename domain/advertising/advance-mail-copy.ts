import { countMonths } from '../wording.ts';

/** Mails about packages that are paid in advance: „Vi“ with a capital letter. */
export const advanceMail = {
  paid: {
    subject: (name: string) => `Uplata je stigla, paket ${name}`,
    preview: (months: number) => `Paket je plaćen unapred za ${countMonths(months)}.`,
    text: (amount: string, name: string, months: number) =>
      `primili smo ${amount}. Paket ${name} je plaćen unapred za ${countMonths(months)}.`,
    months: 'Plaćeno unapred',
    monthsValue: countMonths,
    starts: 'Počinje',
    ends: 'Važi do',
    advance: 'Avansni račun',
    invoice: 'Račun',
    attachedAdvance: 'Avansni račun je u prilogu. Račun za svaki mesec stiže kad taj mesec počne.',
    attachedInvoice: 'Račun je u prilogu.',
    after:
      'Reklamu napravite u nalogu, u delu „Reklame i stanje“: tamo birate region, vrstu mesta i dane. Šabloni za L-baner i spot su besplatni.',
    promise: 'Posle poslednjeg meseca se ništa ne naplaćuje i paket se ne obnavlja sam.',
    button: 'Pogledajte stanje',
  },
  month: {
    subject: (name: string, nth: number, of: number) =>
      of === 1 ? `Počeo je paket ${name}` : `Paket ${name}: ${nth}. mesec od ${of}`,
    preview: 'Novo stanje je spremno, a račun je u prilogu.',
    text: (name: string, nth: number, of: number) =>
      of === 1
        ? `počeo je mesec paketa ${name} koji je plaćen unapred.`
        : `počeo je ${nth}. mesec paketa ${name}, od ukupno ${of} plaćenih unapred.`,
  },
  ending: {
    subject: (name: string, date: string) => `Paket ${name} važi do ${date}`,
    preview: 'Ne obnavlja se sam.',
    text: (name: string, date: string) =>
      `paket ${name}, plaćen unapred, važi do ${date} Ne obnavlja se sam i ništa se ne naplaćuje; stanje koje imate ostaje na nalogu.`,
    after: 'Ako želite da emitovanje ne prestane, naručite ga ponovo: novi meseci se nastavljaju na ove.',
    button: 'Izaberite paket',
  },
} as const;
