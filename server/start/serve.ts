import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lowerCasePath, needsDatabase, pageOf } from '#domain/pages.ts';
import { filmsElsewhere } from '#domain/playout/tv-settings.ts';
import { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import { ensureSuperAdmin, type SignIn } from '../flows/super-admin/ensure-super-admin.ts';
import { demoteFormerSuperAdmin } from '../flows/super-admin/former-super-admin.ts';
import { configuredPasswordDiffers } from '../flows/super-admin/rescue-owner.ts';
import { openSite } from '../http/files/site.ts';
import { createRouteNamer } from '../http/route-names.ts';
import { serveHttp } from '../http/serve-http.ts';
import type { Log } from '../platform/log/log.ts';
import type { DatabaseAddresses } from '../platform/postgres/pooler.ts';
import { projectRoot } from '../platform/process/project-root.ts';
import { commandToType } from '../platform/process/release.ts';
import { watchPresence } from '../platform/watch/database-presence.ts';
import { openShop } from './open-shop.ts';

const OTHER_PASSWORD =
  'SUPER_ADMIN_PASSWORD differs from the stored password, which stays in force: the setting counts only when the account is ' +
  `made. Change the password after signing in, or run ${commandToType('rescue-owner')}.`;

export interface Running {
  /** Where it is reached; `null`: nowhere. */
  port: number | null;
  /**
   * Serves on for so many milliseconds as one that stops, and begins no more jobs. Streams are told to reconnect in the second
   * half: until then proxies have learnt from `/readyz` that this server is none to go to.
   */
  drain(milliseconds: number): Promise<void>;
  /** Ends requests, streams, jobs and database connections, in that order. */
  stop(): Promise<void>;
}

/**
 * Opens every dependency on a database that is there, and listens. `onFirstSignIn` gets the super-admin's sign-in the one time it
 * is generated, at once, because it is lost if something later fails. Throws `startupError` for what the operator can mend.
 */
export async function serve(
  config: Config,
  log: Log,
  addresses: DatabaseAddresses,
  onFirstSignIn: (signIn: SignIn) => void,
): Promise<Running> {
  const shop = await openShop(config, log, addresses);
  const { deps, metrics } = shop;
  const firstSignIn = await ensureSuperAdmin(deps);
  if (firstSignIn) onFirstSignIn(firstSignIn);
  await demoteFormerSuperAdmin(deps);

  const site = openSite({
    directory: path.join(projectRoot, 'build', 'client'),
    isPage: (pathname) => pageOf(pathname) !== null,
    otherCase: lowerCasePath,
    needsDatabase,
    isAway: watchPresence(deps.db),
    security: {
      publicUrl: config.publicUrl,
      storageUrl: config.storagePublicUrl,
      films: filmsElsewhere(config.tv),
    },
  });
  let isStopping = false;
  const app = createApp(deps, { site, metrics, isStopping: () => isStopping, clockProblem: shop.clockProblem });
  const http = await serveHttp({
    fetch: app.fetch,
    site,
    metrics,
    log,
    nameRoute: createRouteNamer(app.routes),
    host: config.host,
    port: config.port,
  });
  await shop.begin();

  // Takes as long as a sign-in; nobody waits for it.
  configuredPasswordDiffers(deps).then(
    (differs) => differs && log.warn(OTHER_PASSWORD),
    (error) => log.debug({ error }, 'the configured password could not be compared'),
  );

  return {
    port: http.port,
    async drain(milliseconds) {
      isStopping = true;
      const drained = http.drain(milliseconds);
      shop.beginNoMore();
      await sleep(milliseconds / 2);
      deps.live.sendElsewhere(milliseconds * 0.4);
      await drained;
    },
    async stop() {
      isStopping = true;
      shop.beginNoMore();
      deps.live.sendElsewhere(0);
      await http.stop();
      await shop.close();
    },
  };
}
