import type { client } from '../../api.ts';

export type SubscriptionRow = Awaited<ReturnType<typeof client.advertising.admin.subscriptions>>['rows'][number];

export const nameOf = ({ companyName, email }: SubscriptionRow): string => companyName ?? email;
