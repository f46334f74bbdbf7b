/** The button of the search over everything; its words are in every page of the back office. */
export const findCopy = {
  button: 'Pretraga',
  key: 'Ctrl K',
  appleKey: '⌘ K',
  late: 'Pretraga se nije učitala',
  keysLate: 'Spisak prečica se nije učitao',
} as const;
