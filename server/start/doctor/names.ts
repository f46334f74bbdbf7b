import { bad, type Finding, good } from './finding.ts';

/** Beginnings that only our variables have. */
const OURS = /^(COMPANY|EVENT|STRIPE|SMTP|D_EXPRESS|BACKUP|DOCUMENT|TRANSFER|SUPER_ADMIN)_/;
/** What others read, though it looks like ours. */
const OTHERS = new Set(['HOSTNAME', 'HOSTTYPE', 'PORTS', 'NODE_PATH']);

/** Variables that are none of ours and look as if they were meant to be. */
export function namesLikeOurs(env: Record<string, string | undefined>, known: readonly string[]): Finding[] {
  const isKnown = new Set(known);
  const wrong = Object.keys(env).flatMap((name) => {
    if (isKnown.has(name) || OTHERS.has(name)) return [];
    const meant = known.find((one) => one.length >= 5 && steps(name, one) <= (one.length < 8 ? 1 : 2));
    if (meant) return [`${name}: ${meant}?`];
    return OURS.test(name) ? [`${name}: no setting of ours`] : [];
  });
  return wrong.length === 0 ? [good('names', 'no variable is misspelt')] : wrong.map((says) => bad('names', says));
}

/** How many letters are added, left out, changed or swapped with their neighbour. */
function steps(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j));
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const choices = [rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + (same ? 0 : 1)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) choices.push(rows[i - 2]![j - 2]! + 1);
      rows[i]![j] = Math.min(...choices);
    }
  return rows[a.length]![b.length]!;
}
