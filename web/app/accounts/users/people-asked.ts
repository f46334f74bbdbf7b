import { PEOPLE_GROUPS, PEOPLE_SORTS } from '#domain/accounts/person-fields.ts';

/** What the address of the list of people asks for; what it does not understand is left out. */
export const peopleAsked = (search: URLSearchParams) => ({
  search: search.get('q')?.trim() || undefined,
  show: PEOPLE_GROUPS.find((one) => one === search.get('show')),
  sort: PEOPLE_SORTS.find((one) => one === search.get('sort')) ?? 'created',
  direction: search.get('direction') === 'asc' ? ('asc' as const) : ('desc' as const),
});

/** The list that a person's page goes through: without the form that is open in it. */
export function queryOfPeople(search: URLSearchParams): string {
  const left = new URLSearchParams(search);
  left.delete('edit');
  return left.toString();
}
