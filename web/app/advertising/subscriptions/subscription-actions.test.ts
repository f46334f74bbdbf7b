import { expect, test } from 'vitest';
import type { Permission } from '#domain/access.ts';
import { actionsOf } from './subscription-actions.ts';
import type { SubscriptionRow } from './subscription-row.ts';

const may = new Set<Permission>(['keep subscriptions', 'handle payments']);
const offered = (row: Partial<SubscriptionRow>) =>
  actionsOf({ state: 'active', stopping: false, isChanging: false, isPausedByWish: false, ...row } as SubscriptionRow, {
    may,
    ask: () => {},
    link: () => {},
  }).map(({ label }) => label);

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
