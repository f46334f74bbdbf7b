import { rotateSigningKeys } from './auth/sessions/signing-keys.ts';
import { command } from './backup/commands/run.ts';
import { openDatabase } from './platform/db.ts';
import { reachDatabase } from './platform/postgres/reach.ts';

/** `rotate-keys`: a new signing key at once, for servers that run or are stopped. Nobody is signed out. */
export const rotate = command(async ({ config, log, say }) => {
  const { url, close } = await reachDatabase(config, log);
  try {
    const db = openDatabase(url, { max: 2 });
    await db.transaction((tx) => rotateSigningKeys(tx, new Date(), { now: true }));
    await db.close();
    say('New sessions are signed with a new key: by each server within an hour, at once by one that is started again.');
    say('Tokens of the old key are valid until they end, in a quarter of an hour; it is forgotten after a day.');
  } finally {
    await close();
  }
});
