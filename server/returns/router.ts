import { member, staff } from '../access.ts';
import { addReturnPicture } from '../flows/returns/add-picture.ts';
import { askReturn } from '../flows/returns/ask-return.ts';
import { decideReturn } from '../flows/returns/decide-return.ts';
import { readOwnReturns, readReturns, shownReturn } from '../flows/returns/read-returns.ts';
import { removeReturnPicture } from '../flows/returns/remove-picture.ts';
import { cancelReturn, receiveReturn, sendLabel } from '../flows/returns/step-return.ts';

const handling = staff('handle payments').returns.admin;

export const returnsRouter = {
  read: member.returns.read.handler(({ context: { deps, person }, input }) =>
    readOwnReturns(deps, person.id, input.number),
  ),

  ask: member.returns.ask.handler(async ({ context: { deps, actor, person }, input }) =>
    shownReturn(await deps.db.transaction((tx) => askReturn(tx, deps, actor, person.id, input))),
  ),

  pictures: {
    add: member.returns.pictures.add.handler(({ context: { deps, actor, person }, input }) =>
      addReturnPicture(deps, actor, person.id, input),
    ),

    remove: member.returns.pictures.remove.handler(async ({ context: { deps, actor, person }, input }) => {
      await deps.db.transaction((tx) => removeReturnPicture(tx, deps, actor, person.id, input));
      return { removed: true as const };
    }),
  },

  admin: {
    read: staff('see sales').returns.admin.read.handler(({ context: { deps }, input }) =>
      readReturns(deps, input.order),
    ),

    sendLabel: handling.sendLabel.handler(async ({ context: { deps, actor }, input }) =>
      shownReturn(await deps.db.transaction((tx) => sendLabel(tx, deps, actor, input))),
    ),

    receive: handling.receive.handler(async ({ context: { deps, actor }, input }) =>
      shownReturn(await deps.db.transaction((tx) => receiveReturn(tx, deps, actor, input))),
    ),

    decide: handling.decide.handler(async ({ context: { deps, actor }, input }) =>
      shownReturn(await deps.db.transaction((tx) => decideReturn(tx, deps, actor, input))),
    ),

    callOff: handling.callOff.handler(async ({ context: { deps, actor }, input }) =>
      shownReturn(await deps.db.transaction((tx) => cancelReturn(tx, deps, actor, input))),
    ),
  },
};
