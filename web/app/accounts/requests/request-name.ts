import type { client } from '../../api.ts';

export type Request = Awaited<ReturnType<typeof client.accounts.admin.registrationRequests>>[number];

export const nameOf = ({ firstName, lastName, username }: Request) =>
  [firstName, lastName].filter(Boolean).join(' ') || username;
