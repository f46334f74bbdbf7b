/** The same tree for everybody: each member hangs from a random earlier one, as a network grows. */
export interface RandomTree {
  /** The number of each member's upline; -1 for the first. */
  uplines: number[];
  names: string[];
}

const FIRST = ['Milica', 'Marko', 'Jelena', 'Nikola', 'Ana', 'Stefan', 'Đorđe', 'Žarko', 'Teodora', 'Aleksandra'];
const LAST = ['Petrović', 'Jovanović', 'Živković', 'Đorđević', 'Šarić', 'Čolić', 'Ilić', 'Stanisavljević-Mirković'];

export function randomTree(size: number, seed = 7): RandomTree {
  let state = seed;
  const random = () => {
    // Mulberry32: small, and the same in every browser.
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const uplines = [-1];
  for (let n = 1; n < size; n += 1) uplines.push(Math.floor(random() * n));
  const names = uplines.map(
    () => `${FIRST[Math.floor(random() * FIRST.length)]} ${LAST[Math.floor(random() * LAST.length)]}`,
  );
  return { uplines, names };
}
