import { systemCopy } from './copy.ts';

export const systemMails = {
  trial: {
    subject: 'Probna poruka iz Vidika',
    preview: 'Ako ovo čitate, poruke se šalju.',
    text: (at: string) => `ovu poruku ste zatražili na strani „Sistem“ ${at}. Ako ste je dobili, poruke se šalju.`,
  },
  late: {
    subject: 'Rezervna kopija kasni',
    preview: (last: string | null) =>
      last === null ? 'Nijedna još nije napravljena.' : `Poslednja uspešna je od ${last}.`,
    text: (last: string | null, reason: string) =>
      `${last === null ? 'nijedna rezervna kopija još nije napravljena' : `poslednja uspešna kopija je od ${last}`}. Razlog: ${reason.replace(/\.$/, '')}.`,
    diskFull: systemCopy.backups.diskFull,
    unknown: 'od tada nijedan pokušaj nije završen',
    button: 'Otvorite stranu „Sistem“',
  },
} as const;
