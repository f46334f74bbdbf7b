import { member } from '../access.ts';
import { removeFile } from './remove.ts';
import { abortUpload } from './uploads/abort.ts';
import { beginUpload } from './uploads/begin.ts';
import { completeUpload } from './uploads/complete.ts';
import { describeUpload, ownUpload } from './uploads/own-upload.ts';
import { takePart } from './uploads/take-part.ts';

const { uploads, remove } = member.files;

export const filesRouter = {
  uploads: {
    begin: uploads.begin.handler(({ context: { deps, person }, input }) => beginUpload(deps, person, input)),

    part: uploads.part.handler(({ context: { deps, person }, input: { params, body } }) =>
      takePart(deps, person.id, params, body.stream()),
    ),

    state: uploads.state.handler(async ({ context: { deps, person }, input }) =>
      describeUpload(deps.db, await ownUpload(deps.db, person.id, input.id)),
    ),

    complete: uploads.complete.handler(({ context: { deps, actor, person }, input }) =>
      completeUpload(deps, actor, person.id, input.id),
    ),

    abort: uploads.abort.handler(async ({ context: { deps, person }, input }) => {
      await abortUpload(deps, person.id, input.id);
      return { aborted: true as const };
    }),
  },

  remove: remove.handler(async ({ context: { deps, actor, person }, input }) => {
    await removeFile(deps, actor, person.id, input.id);
    return { removed: true as const };
  }),
};
