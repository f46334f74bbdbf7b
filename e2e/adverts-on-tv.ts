import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type Page, test } from '@playwright/test';
import pg from 'pg';
import sharp from 'sharp';

/** Linked TVs and approved campaigns, written into the database of the server that the journeys run against: linking and review have journeys of their own. */

const dataDir = process.env.E2E_DATA_DIR!;

export async function database(): Promise<pg.Client> {
  const { password, port } = JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8'));
  const client = new pg.Client(`postgres://vidik:${password}@127.0.0.1:${port}/vidik`);
  await client.connect();
  return client;
}

/** A linked TV with a licence; its token. */
export async function linkedTv(db: pg.Client, owner: string, region: string, venue = 'household'): Promise<string> {
  const token = `tv_${randomBytes(16).toString('hex')}`;
  const number = 500_000_000 + Math.floor(Math.random() * 400_000_000);
  await db.query(
    `with made as (insert into devices (profile_id, number, name, token_hash, token_made_at, linked_at, last_seen_at)
       values ($1, $2, 'Dnevna soba', $3, now(), now(), now()) returning id),
     placed as (insert into tvs (tv_id, region, venue) select id, $4, $5 from made)
     insert into licences (profile_id, tv_id, kind) select $1, id, 'grace' from made`,
    [owner, number, createHash('sha256').update(token).digest(), region, venue],
  );
  return token;
}

/** A running campaign with one advert for that region; its id. */
export async function runningCampaign(
  db: pg.Client,
  {
    company,
    region,
    kind,
    file,
    seconds,
  }: { company: string; region: string; kind: string; file: Buffer; seconds: number },
): Promise<string> {
  const sha256 = createHash('sha256').update(file).digest('hex');
  const [extension, type] = kind === 'spot' ? ['.mp4', 'video/mp4'] : ['.webp', 'image/webp'];
  const folder = path.join(dataDir, 'private-files', 'files', sha256.slice(0, 2));
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${sha256}${extension}`), file);
  const unit = kind === 'spot' ? 'tv_second' : 'banner';
  await db.query(
    `insert into ledger (profile_id, unit, delta, reason, reference, actor) values ($1, $2, 10000, 'correction', $3, 'system')`,
    [company, unit, `e2e ${randomBytes(6).toString('hex')}`],
  );
  const { rows } = await db.query(
    `with file as (insert into files (sha256, extension, bytes, content_type, part, kind, owner_id, survives_owner, made_by_us)
       values ($1, $2, $3, $4, 'private', 'creative', $5, true, true) returning id),
     made as (insert into campaigns (profile_id, name, kind, state, starts_at, ends_at, schedule, pace, budget, regions, url)
       values ($5, 'Na televizoru', $6, 'approved', now() - interval '1 hour', now() + interval '2 days',
         array_fill(16777215, array[7]), 'asap', 5000, array[$7], 'https://pekaranauglu.example/kifle') returning id),
     advert as (insert into creatives (campaign_id, seconds, name, width, height, bytes, shown_file_id, sha256)
       select made.id, $8, 'e2e', 1920, 1080, $3, file.id, $1 from made, file),
     held as (insert into unit_reservations (campaign_id, profile_id, unit, budget) select id, $5, $9, 5000 from made)
     select id from made`,
    [sha256, extension, file.length, type, company, kind, region, seconds, unit],
  );
  return rows[0].id;
}

/** No page may read the file of a campaign that was written here: without it there is no preview. */
export const withoutFile = (db: pg.Client, id: string) =>
  db.query('update creatives set shown_file_id = null where campaign_id = $1', [id]);

/** One of that company that waits to be looked at, behind those of all other journeys; its id. */
export async function waitingCampaign(
  db: pg.Client,
  { company, name, seconds }: { company: string; name: string; seconds: number },
): Promise<string> {
  const advert = { region: 'ZA', kind: 'banner', file: await banner(seconds), seconds: 15 };
  const id = await runningCampaign(db, { company, ...advert });
  await db.query('delete from unit_reservations where campaign_id = $1', [id]);
  await withoutFile(db, id);
  await db.query(
    `update campaigns set state = 'review', name = $2, sendings = 1, category = 'none',
       sent_at = now() + interval '1 year' + make_interval(secs => $3) where id = $1`,
    [id, name, seconds],
  );
  return id;
}

/** What became of the plays of a campaign. */
export async function playsOf(db: pg.Client, campaign: string): Promise<Record<string, number>> {
  const { rows } = await db.query(
    'select outcome, count(*)::int as plays, coalesce(sum(repeats), 0)::int as repeats from plays where campaign_id = $1 group by 1',
    [campaign],
  );
  return Object.fromEntries(rows.map(({ outcome, plays }) => [outcome, plays]));
}

/** An L of yellow with an empty window, 1920 × 1080; another shade is another picture. */
export async function banner(shade = 0): Promise<Buffer> {
  const { data, info } = await sharp({
    create: { width: 1920, height: 1080, channels: 4, background: { r: 255, g: 197, b: 31 + shade, alpha: 1 } },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let row = 0; row < 864; row += 1) data.fill(0, 4 * (row * 1920 + 384), 4 * (row * 1920 + 1920));
  return sharp(data, { raw: info }).webp().toBuffer();
}

/** A film of so many seconds with sound, in what films are converted to. */
export function film(seconds: number): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'vidik-film-'));
  const file = path.join(folder, 'film.mp4');
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=25:duration=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`, '-c:v', 'libx264', '-profile:v', 'high'],
    ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest', '-movflags', '+faststart', file],
  ]);
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

/** The page of a TV that holds this token. */
export async function turnOn(
  browser: Browser,
  watch: (page: Page) => void,
  token: string,
  {
    width = 1920,
    prepare,
    keeps = false,
  }: {
    width?: number;
    prepare?: (page: Page) => Promise<unknown>;
    /** With the service worker. */
    keeps?: boolean;
  } = {},
): Promise<Page> {
  const { baseURL, timezoneId } = test.info().project.use;
  const context = await browser.newContext({
    baseURL: new URL(baseURL!).origin,
    timezoneId: timezoneId!,
    reducedMotion: 'reduce',
    viewport: { width, height: (width * 9) / 16 },
    serviceWorkers: keeps ? 'allow' : 'block',
  });
  await context.addInitScript((value) => {
    if (window.location.protocol === 'about:' || window.sessionStorage.getItem('e2e.linked')) return;
    window.sessionStorage.setItem('e2e.linked', '1');
    window.localStorage.setItem('vidik.tv', value);
  }, token);
  const tv = await context.newPage();
  watch(tv);
  await prepare?.(tv);
  await tv.goto('/tv');
  return tv;
}
