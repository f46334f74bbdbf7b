import { payoutFile } from '#domain/payouts/file-copy.ts';
import { anyone, freshProof, member, staff } from '../access.ts';
import { exportPayouts } from '../flows/payouts/export-list.ts';
import { nameByLink, nameByStaff } from '../flows/payouts/name-account.ts';
import { confirmPayouts, matchesOf, refusePayout } from '../flows/payouts/settle-payouts.ts';
import { record } from '../platform/audit.ts';
import {
  askedRefunds,
  pathOfOwnPayout,
  payoutsOfList,
  readLists,
  readOwnPayout,
  readPayout,
  readPayoutListFile,
  waitingPayouts,
} from './read-payouts.ts';

const keeping = staff('keep accounts').payouts.admin;

export const payoutsRouter = {
  read: anyone.payouts.read.handler(({ context: { deps }, input: { token } }) => readOwnPayout(deps.db, token)),

  open: member.payouts.open.use(freshProof).handler(async ({ context: { deps, person }, input }) => ({
    path: await pathOfOwnPayout(deps.db, person.id, input),
  })),

  name: anyone.payouts.name.handler(async ({ context: { deps }, input }) => {
    await deps.db.transaction((tx) => nameByLink(tx, deps, input));
    return readOwnPayout(deps.db, input.token);
  }),

  admin: {
    list: keeping.list.handler(async ({ context: { deps } }) => ({
      asked: await askedRefunds(deps.db),
      waiting: await waitingPayouts(deps.db),
      lists: await readLists(deps.db),
    })),

    listed: keeping.listed.handler(({ context: { deps }, input: { id } }) => payoutsOfList(deps.db, id)),

    name: staff('handle payments').payouts.admin.name.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => nameByStaff(tx, deps, actor, input));
      return readPayout(deps.db, input.id);
    }),

    export: keeping.export.handler(async ({ context: { deps, actor }, input }) => {
      await deps.db.transaction((tx) => exportPayouts(tx, deps, actor, input));
      return (await readLists(deps.db, input.id))[0]!;
    }),

    file: keeping.file.handler(async ({ context: { deps, actor }, input: { id, format } }) => {
      const { number, text } = await readPayoutListFile(deps, id, format);
      await record(deps.db, actor, {
        action: 'payouts.downloaded',
        on: { kind: 'list', id: 'payouts' },
        after: { number, format },
      });
      const type = format === 'xml' ? 'application/xml' : 'text/csv';
      return new File([text], payoutFile.name(number, format), { type: `${type}; charset=utf-8` });
    }),

    refuse: keeping.refuse.handler(async ({ context: { deps, actor }, input: { id } }) => {
      await refusePayout(deps, actor, id);
      return readPayout(deps.db, id);
    }),

    matches: keeping.matches.handler(({ context: { deps }, input: { importId } }) => matchesOf(deps.db, importId)),

    confirm: keeping.confirm.handler(({ context: { deps, actor }, input }) => confirmPayouts(deps, actor, input)),
  },
};
