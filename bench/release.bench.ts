import { tryRelease } from '../server/test/operations/release.ts';
import { type Figure, median } from './measure/table.ts';

/** The archive of `npm run package`, started from an empty folder by a user without rights. Needs root. */
export default async function release(): Promise<Figure[]> {
  const { bytes, starts, bareStarts, resident, problems } = await tryRelease();
  for (const problem of problems) console.log(`  ${problem}`);
  const typical = median(starts);
  return [
    {
      what: 'archive without a database',
      measured: `${(bytes / 1e6).toFixed(1)} MB`,
      target: '≤ 90 MB',
      met: bytes <= 90e6,
    },
    {
      what: `vidik start → /readyz, typical of ${starts.length}`,
      measured: `${(typical / 1000).toFixed(2)} s`,
      comparison: `${(median(bareStarts) / 1000).toFixed(2)} s an empty program on the same Node`,
      target: '≤ 1 s',
      met: typical <= 1_000,
    },
    {
      what: 'resident after the start',
      measured: `${Math.round(resident)} MB`,
      target: '≤ 160 MB',
      met: resident <= 160,
    },
  ];
}
