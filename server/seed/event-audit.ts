import { type Actor, type Entry, on, system, visitor } from './entry.ts';
import type { SeedRecord } from './seed-record.ts';

/** What the log says about the event: places held, reminded, paid, admitted, and the statements that were brought. */
export function eventAuditEntries({ places, checks, statements }: SeedRecord, staff: (at: Date) => Actor): Entry[] {
  const factsOf = ({
    number,
    firstName,
    lastName,
    email,
    country,
    packageId,
    amount,
    currency,
  }: (typeof places)[number]) => ({
    number,
    name: `${firstName} ${lastName}`,
    email,
    country,
    packageId,
    amount,
    currency,
  });
  const settled = new Map(
    statements.lines.flatMap(({ state, reservationId, importId }) =>
      state === 'recorded' && reservationId ? [[reservationId, `statement ${importId}`] as const] : [],
    ),
  );
  const held = places.flatMap((place): Entry[] => {
    const about = on('reservation', place.id);
    const { createdAt, confirmedAt, remindedAt } = place;
    return [
      {
        ...visitor,
        ...about,
        action: 'events.reserved',
        after: { ...factsOf(place), status: 'pending' },
        at: createdAt,
      },
      ...(remindedAt ? [{ ...system, ...about, action: 'events.reminded' as const, at: remindedAt }] : []),
      ...(confirmedAt
        ? [
            {
              ...staff(confirmedAt),
              ...about,
              action: 'events.paid' as const,
              before: { status: 'pending' },
              after: { ...factsOf(place), status: 'placeno', cause: settled.get(place.id) ?? 'by hand' },
              at: confirmedAt,
            },
          ]
        : []),
    ];
  });
  const numberOf = new Map(places.map(({ id, number }) => [id, number]));
  const admitted = checks.map(({ reservationId, checkedAt, door }): Entry => {
    const after = { ticket: String(numberOf.get(reservationId!)), door };
    const action = 'events.admitted';
    return { ...staff(checkedAt), ...on('reservation', reservationId!), action, after, at: checkedAt };
  });
  const imported = statements.imports.map(({ id, fileName, format, lineCount, importedAt }): Entry => {
    const after = { fileName, format, lines: lineCount, fresh: lineCount };
    return { ...staff(importedAt), ...on('statement', id), action: 'events.statement-imported', after, at: importedAt };
  });
  const dismissed = statements.lines.flatMap(({ id, state, amount, currency, payer, decidedAt }): Entry[] =>
    state === 'dismissed' && decidedAt
      ? [
          {
            ...staff(decidedAt),
            ...on('statement-line', id),
            action: 'events.payment-dismissed',
            after: { amount, currency, payer },
            at: decidedAt,
          },
        ]
      : [],
  );
  return [...held, ...admitted, ...imported, ...dismissed];
}
