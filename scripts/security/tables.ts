import { DUTIES, dutiesFor, PERMISSIONS, type Permission } from '#domain/access.ts';
import { SIGN_IN_CALLS } from '#domain/auth/calls.ts';
import type { CallRule } from '#domain/call-rule.ts';
import { CALLS } from '#domain/calls.ts';
import { IPV6_LIMIT_MULTIPLIERS, LIMITS, type Limit, STREAMS } from '#domain/limits.ts';

const START = '<!-- tables: npm run render:security -->';
const END = '<!-- end of tables -->';

/** `docs/security.md` with its tables as the data say them now; everything outside the two markers stays. */
export function withTables(page: string): string {
  const [before, rest = ''] = page.split(START);
  const after = rest.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`The page needs the markers ${START} and ${END}.`);
  return `${before}${START}\n\n${[limits(), duties(), ...calls()].join('\n\n')}\n\n${END}${after}`;
}

function limits(): string {
  const rows = Object.entries<Limit>(LIMITS).map(([name, { counts, per, number, seconds, sparesKnown }]) => [
    name,
    `${number} in ${span(seconds)}`,
    counts,
    per.join(' and '),
    sparesKnown ? 'yes' : '',
  ]);
  const widths = Object.entries(IPV6_LIMIT_MULTIPLIERS).map(([width, times]) => `/${width} ${times}×`);
  const streams = Object.entries(STREAMS).map(([per, n]) => (per === 'everybody' ? `${n} in all` : `${n} per ${per}`));
  return [
    '### Limits',
    table(['limit', 'how many', 'of what', 'per', 'spares known networks'], rows),
    `An IPv6 network is counted three times, and each width allows more: ${widths.reverse().join(', ')}.`,
    `Live streams open at once in a server process: ${streams.join(', ')}.\nThose of linked TVs count in neither of the last two.`,
  ].join('\n\n');
}

function duties(): string {
  const rows = (Object.keys(PERMISSIONS) as Permission[]).map((permission) => [
    permission,
    ...DUTIES.map((duty) => (dutiesFor(permission).includes(duty) ? 'yes' : '')),
  ]);
  return [
    '### Duties',
    '',
    'What each duty allows. A line without a yes is the super-admin’s alone, who may do everything; an administrator to whom no duty was',
    'ever given may do whatever duties allow.',
    '',
    table(['may', ...DUTIES], rows),
  ].join('\n');
}

function calls(): string[] {
  const groups = Map.groupBy(Object.entries<CallRule>(CALLS), ([name]) => {
    if (name in SIGN_IN_CALLS) return 'The sign-in server';
    return name.includes(' ') ? 'Beside the contract' : `Procedures of \`${name.split('.')[0]}\``;
  });
  return [...groups].map(
    ([title, rows]) =>
      `### ${title}\n\n${table(
        ['call', 'who', 'limits', 'mails', 'reads', 'writes', 'audited'],
        rows.map(([name, row]) => describe(name, row)),
      )}`,
  );
}

function describe(
  name: string,
  { who, onlyPeople, limits = [], uncounted, streams, mails = {}, reads, writes, audited }: CallRule,
): string[] {
  return [
    `\`${name}\``,
    `${who in PERMISSIONS ? `${who} (${dutiesFor(who as Permission).join(', ') || 'super-admin'})` : who}${onlyPeople ? `; no key: ${onlyPeople}` : ''}`,
    [
      [...limits, ...(streams ? [`streams per ${streams}`] : [])].join(', '),
      uncounted ? `not counted: ${uncounted}` : '',
    ]
      .filter(Boolean)
      .join('; '),
    Object.entries(mails)
      .map(([template, whom]) => `${template}: ${whom}`)
      .join(', '),
    reads ?? '',
    writes ?? '',
    audited ?? (writes ? 'yes' : 'no: reads only'),
  ];
}

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function span(seconds: number): string {
  const units = [
    [24 * 3600, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const;
  const [unit, word] = units.find(([unit]) => seconds % unit === 0)!;
  const number = seconds / unit;
  return number === 1 ? `a ${word}`.replace('a hour', 'an hour') : `${number} ${word}s`;
}
