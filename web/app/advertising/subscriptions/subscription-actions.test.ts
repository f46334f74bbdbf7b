import { expect, test } from 'vitest';
import type { Permission } from '#domain/access.ts';
import { actionsOf, pendingChangeText } from './subscription-actions.ts';
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
      refund: () => {},
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

test('of a blocked account nothing is offered that its owner would have to sign in for, and nothing that is charged', () => {
  expect(offered({ isBlocked: true })).toEqual(['Otkaži na kraju perioda…', 'Otkaži odmah…']);
  expect(offered({ state: 'paused', isPausedByWish: true, isBlocked: true })).not.toContain('Nastavi…');
});

test('money of a month that was paid goes back from every row, also of one that is over, and to whoever may', () => {
  const paid = { order: 1482, period: '4f1c2a3e-0000-4000-8000-000000000001' };
  expect(offered({ paid })).toContain('Vrati novac…');
  expect(offered({ state: 'cancelled', paid })).toEqual(['Vrati novac…']);
  expect(offered({ stopping: true, stoppingNow: true, paid })).toEqual(['Vrati novac…']);
  expect(offered({ paid: null })).not.toContain('Vrati novac…');
  const acts = { ask: () => {}, link: () => {}, refund: () => {} };
  const row = { state: 'cancelled', stoppingNow: false, paid } as SubscriptionRow;
  expect(actionsOf(row, { ...acts, may: new Set<Permission>(['keep subscriptions']) })).toEqual([]);
});

test('while it is being stopped at once nothing is offered any more, and the row says what is under way', () => {
  expect(offered({ stopping: true, stoppingNow: true })).toEqual([]);
  expect(offered({ state: 'endsOn', stopping: true, stoppingNow: true })).toEqual([]);
  const said = (row: Partial<SubscriptionRow>) =>
    pendingChangeText({ stopping: false, stoppingNow: false, isChanging: false, ...row } as SubscriptionRow);
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
