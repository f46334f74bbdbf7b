import { expect, test } from 'vitest';
import { project } from './project-for-test.ts';
import { checkWriteRule } from './write-rule.ts';

const found = (source: string) =>
  checkWriteRule(project({ 'web/app/a.ts': `export async function x() { ${source} }` }));

test.each([
  ['await client.orders.withdraw({ id })', 'client.orders.withdraw'],
  ["await (await import('./api.ts')).client.vouchers.redeem({ code })", 'vouchers.redeem'],
  ['useMutation(api.devices.rename.mutationOptions())', 'mutationOptions'],
  ['await auth.updateUser({ password })', 'auth.updateUser'],
  ['await (await authClient()).resend({ email })', 'resend'],
  ['await write(() => client.orders.mine()); await client.orders.withdraw({ id })', 'client.orders.withdraw'],
])('%s is found', (source, what) => {
  expect(found(source).join('\n')).toMatch(/^web\/app\/a\.ts:1: /);
  expect(found(source).join('\n')).toContain(what);
});

test.each([
  'await write(() => client.orders.withdraw({ id }))',
  'await save(row, {}, () => withProof(() => write(() => client.accounts.admin.people.edit({ id }), { failed })))',
  'await write(async () => signInCall((await authClient()).updateUser({ password })))',
  'await client.orders.mine()',
  'useQuery(api.orders.mine.queryOptions())',
  'await (await authClient()).refreshSession()',
])('%s is let through', (source) => expect(found(source)).toEqual([]));
