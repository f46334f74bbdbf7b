import { expect, test } from 'vitest';
import type { Permission } from '#domain/access.ts';
import { actionsOf, underWayOf } from './subscription-actions.ts';
import type { SubscriptionRow } from './subscription-row.ts';

const may = new Set<Permission>(['keep subscriptions', 'handle payments']);
const offered = (row: Partial<SubscriptionRow>) =>
  actionsOf(
    {
      state: 'active',
      stopping: false,
      stoppingNow: false,
      isChanging: false,
      isPausedByWish: false,
      ...row,
    } as SubscriptionRow,
    {
      may,
      ask: () => {},
      link: () => {},
    },
  ).map(({ label }) => label);

test('what staff have stopped is offered to be stopped at once, and not at the end of its month once more', () => {
  expect(offered({})).toEqual([
    'Pošalji link za drugu karticu…',
    'Pauziraj…',
    'Otkaži na kraju perioda…',
    'Otkaži odmah…',
  ]);
  expect(offered({ stopping: true })).toEqual(['Pošalji link za drugu karticu…', 'Otkaži odmah…']);
  expect(offered({ state: 'endsOn' })).toEqual(['Pošalji link za drugu karticu…', 'Otkaži odmah…']);
  expect(offered({ state: 'cancelled' })).toEqual([]);
});

test('while it is being stopped at once nothing is offered any more, and the row says what is under way', () => {
  expect(offered({ stopping: true, stoppingNow: true })).toEqual([]);
  expect(offered({ state: 'endsOn', stopping: true, stoppingNow: true })).toEqual([]);
  const said = (row: Partial<SubscriptionRow>) =>
    underWayOf({ stopping: false, stoppingNow: false, isChanging: false, ...row } as SubscriptionRow);
  expect([
    said({}),
    said({ isChanging: true }),
    said({ stopping: true }),
    said({ stopping: true, stoppingNow: true, isChanging: true }),
  ]).toEqual([
    null,
    'promena se upisuje kod platne kuće',
    'otkazivanje na kraju perioda je u toku',
    'otkazivanje je u toku, čeka se platna kuća',
  ]);
});
