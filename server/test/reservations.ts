import { randomUUID } from 'node:crypto';
import type { NewReservation } from '#domain/events/shapes.ts';

/** What the dialog sends at its last step, from Jelena unless the test says otherwise. */
export function newReservation({
  personalInfo,
  ...rest
}: Partial<Omit<NewReservation, 'personalInfo'>> & { personalInfo?: Partial<NewReservation['personalInfo']> } = {}) {
  return {
    key: randomUUID(),
    selectedCountry: 'RS',
    selectedPackage: 'shared-room-package',
    personalInfo: {
      firstName: 'Jelena',
      lastName: 'Đorđević',
      email: 'jelena@primer.rs',
      phone: '064 123 4567',
      ...personalInfo,
    },
    ...rest,
  } satisfies NewReservation;
}
