import { type Duty, dutiesFor, type Permission } from '../../access.ts';

/** What each duty is called. */
export const dutyNames: Record<Duty, string> = {
  sales: 'prodaja',
  warehouse: 'magacin',
  accounting: 'knjigovodstvo',
  event: 'događaj',
  support: 'podrška',
  network: 'mreža',
  security: 'bezbednost',
  advertising: 'reklame',
};

export const dutyList = (duties: readonly Duty[]): string => duties.map((duty) => dutyNames[duty]).join(', ');

/** Instead of a page of the back office, for whoever may not open it. */
export const noAccess = {
  title: 'Nemate pristup ovoj strani.',
  text: (page: string, permission: Permission) => {
    const duties = dutiesFor(permission);
    if (duties.length === 0) return `Stranu „${page}“ otvara samo glavni administrator.`;
    const names = duties.map((duty) => dutyNames[duty]);
    const last = names.pop();
    return `Za stranu „${page}“ treba dužnost ${names.length ? `${names.join(', ')} ili ${last}` : last}. Dodeljuje je glavni administrator.`;
  },
  back: (home: string) => `Nazad na ${home}`,
  /** On /admin, for whoever has nothing there. */
  nothing: 'Ovde za vas još nema nijedne strane.',
  nothingText:
    'Dužnosti dodeljuje glavni administrator. Čim dobijete dužnost koja otvara neku stranu, ona se pojavljuje ovde.',
} as const;
