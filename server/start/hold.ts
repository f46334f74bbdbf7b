import { and, isNotNull, isNull } from 'drizzle-orm';
import { isAwaitingResume } from '../backup/awaiting-resume.ts';
import { restores } from '../backup/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { resumeRestoredShop } from '../flows/resume/resume-restored-shop.ts';
import { countWorkers } from '../platform/servers/alive.ts';
import { heavyProcess } from './heavy-process.ts';

const POLL_MS = 2_000;

/**
 * Waits until a restored shop may go on: takes up what `npm run resume` asks for, once among all servers, and sees when another
 * server has done it. One that only serves leaves it to a worker, where one lives. `deps` has the payment provider itself, which may be asked to do things.
 */
export function waitForResume(deps: Dependencies, onResumed: () => Promise<void>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let looking = Promise.resolve();

  /** Answers whether the shop goes on. */
  async function look(): Promise<boolean> {
    if (!(await leavesIt())) await takeUp();
    return !stopping.signal.aborted && !(await isAwaitingResume(deps.db));
  }

  const leavesIt = async () => deps.config.jobs === 'web' && (await countWorkers(deps.db)) > 0;

  async function takeUp(): Promise<void> {
    const taken = await deps.db
      .update(restores)
      .set({ askedAt: null })
      .where(and(isNull(restores.resumedAt), isNotNull(restores.askedAt)))
      .returning({ id: restores.id });
    if (taken.length > 0)
      await resumeRestoredShop(deps, (settings) => heavyProcess(deps.databaseUrl, deps.log, settings));
  }

  /** A process that cannot begin ends, as it does when it starts: it would serve, and nobody would do its jobs. */
  async function resumeServing(): Promise<void> {
    clearInterval(timer);
    deps.log.info('the restored shop goes on');
    await onResumed().catch((error: unknown) => {
      setImmediate(() => {
        throw error;
      });
    });
  }

  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    looking = look()
      .catch((error) => {
        deps.log.error({ error }, 'the restored shop does not go on');
        return false;
      })
      .then((goesOn) => (goesOn ? resumeServing() : undefined))
      .finally(() => {
        isLooking = false;
      });
  }, POLL_MS);

  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await looking;
    },
  };
}
