/**
 * The TVs of the demonstration that are on: each asks for its bag, shows an advert now and then and reports, as docs/tv-protocol.md says,
 * so that what `npm run demo` shows goes on while somebody looks at it. Ends with the process that begins it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MINUTE = 60_000;
/** Of all reports, the share before which an advert is shown. */
const SHOWS = 0.35;

export function turnOnTvs(directory, address) {
  const tvs = JSON.parse(readFileSync(path.join(directory, 'demo-tvs.json'), 'utf8'));
  for (const tv of tvs) void live(tv, address);
}

async function live({ token, version, isVisible, isRegular }, address) {
  let bag = [];
  let askedAt = 0;
  let log = [];
  let ahead = 0;
  const used = new Set();
  const now = () => Date.now() + ahead;

  async function ask(call, body) {
    const response = await fetch(`${address}/api/tv/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(String(response.status));
    const answer = await response.json();
    ahead = Date.parse(answer.now) - Date.now();
    bag = bag.filter(({ id }) => !answer.revoked.includes(id));
    version ||= answer.version;
    return answer;
  }

  async function show() {
    const fits = ({ id, seconds, opensAt, closesAt }) =>
      !used.has(id) && Date.parse(opensAt) <= now() && now() + seconds * 1000 < Date.parse(closesAt);
    const lease = bag.find(fits);
    if (!lease) return;
    used.add(lease.id);
    const startedAt = new Date(now()).toISOString();
    const ms = lease.seconds * 1000;
    await sleep(ms);
    log.push({ lease: lease.id, startedAt, shownMs: ms, visibleMs: ms, progressMs: ms });
  }

  if (!isRegular) await sleep(Math.random() * MINUTE);
  for (;;) {
    const began = Date.now();
    try {
      if (isVisible && Date.now() - askedAt > 5 * MINUTE) {
        bag = (await ask('bag', {})).leases;
        askedAt = Date.now();
      }
      if (Math.random() < SHOWS) await show();
      const over = bag.filter(({ id, closesAt }) => !used.has(id) && Date.parse(closesAt) < now()).map(({ id }) => id);
      const screen = { version: version || '', visible: isVisible, size: { width: 1920, height: 1080 } };
      const { remove } = await ask('report', { plays: log.slice(0, 50), unplayed: over.slice(0, 500), screen });
      for (const id of over) used.add(id);
      log = log.filter(({ lease }) => !remove.includes(lease));
    } catch {
      // The server is not up yet, or not any more: the next minute says more.
    }
    await sleep(Math.max(0, began + (isRegular ? MINUTE : 50_000 + Math.random() * 20_000) - Date.now()));
  }
}
