import { rotateSigningKeys, sealKeys } from '../auth/sessions/signing-keys.ts';
import { command } from '../backup/commands/run.ts';
import { openDatabase } from '../platform/db.ts';
import { reachDatabase } from '../platform/postgres/reach.ts';

/** `rotate-keys`: a new signing key at once and every key sealed anew, for servers that run or are stopped. Nobody is signed out. */
export const rotateKeys = command(async ({ config, log, say }) => {
  const { url, close } = await reachDatabase(config, log);
  try {
    const db = openDatabase(url, { max: 2 });
    const sealing = config.sealingKeys;
    try {
      const sealed = await db.transaction(async (tx) => {
        await rotateSigningKeys(tx, new Date(), { sealing, atOnce: true });
        return sealKeys(tx, sealing);
      });
      if (sealed > 0)
        say('Every key in the database is sealed with the first SEALING_KEY now; others may be left out from here on.');
      say(
        'New sessions are signed with a new key: by each server within an hour, at once by one that is started again.',
      );
      say('Tokens of the old key are valid until they end, in a quarter of an hour; it is forgotten after a day.');
    } finally {
      await db.close();
    }
  } finally {
    await close();
  }
});
