import type { APIRequestContext, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { mySecondStep } from '#domain/accounts/account-copy.ts';
import { mfa, signIn } from '#domain/accounts/copy.ts';
import { securityWords } from '#domain/auth/security-copy.ts';
import { loseAnswer } from './held-answer.ts';
import {
  another,
  bearer,
  expect,
  fillSignIn,
  member,
  PASSWORD,
  proveByCode,
  proveByMail,
  somebody,
  test,
  tokenOf,
  useSession,
} from './story.ts';

/** Each code is good once: later ones are of the next half minute, one of which the server allows ahead. */
const codeOf = (phone: TOTP, halfMinutes: -1 | 0 | 1) =>
  phone.generate({ timestamp: Date.now() + halfMinutes * 30_000 });

const typeCode = async (page: Page, code: string, label: string = mfa.code) => {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.getByRole('button', { name: mfa.button, exact: true }).click();
};

/** With what the session in this browser was entered, and what the owner was told of the account. */
const levelIn = async (page: Page): Promise<string> => JSON.parse(atob((await tokenOf(page)).split('.')[1]!)).aal;
async function accountChangesOf(request: APIRequestContext, page: Page): Promise<string[]> {
  const answer = await request.get('/api/me/changes', bearer(await tokenOf(page)));
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { kind: string }[]).map(({ kind }) => kind).sort();
}

test('codes whose answer is lost, at first, at a sign-in and from the spare ones, are taken once and alarm nobody', async ({
  page,
  browser,
  request,
  context,
  quiet,
}) => {
  quiet.allow(/ERR_CONNECTION_RESET|Failed to fetch|status of 400/);
  const who = somebody();
  await useSession(context, await member(request, who));
  await page.goto('/account#bezbednost');
  await page.getByRole('button', { name: mySecondStep.start }).click();
  await proveByMail(page, who.email);
  const secret = (await page.locator('code').first().innerText()).replaceAll(/\s/g, '');
  const phone = new TOTP({ secret: Secret.fromBase32(secret) });
  await loseAnswer(page, '**/auth/v1/factors/*/verify');
  await page.getByLabel(mySecondStep.codeLabel).fill(codeOf(phone, -1));
  await page.getByRole('button', { name: mySecondStep.confirm }).click();
  const codes = page.getByRole('list', { name: mySecondStep.codesTitle }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  expect(await levelIn(page), 'the tokens are those of after the step').toBe('aal2');
  const spare = (await codes.first().innerText()).trim();
  await page.getByRole('button', { name: mySecondStep.codesDone }).click();

  const signedIn = await another(browser, quiet, page);
  await signedIn.goto('/auth?next=/account');
  await loseAnswer(signedIn, '**/auth/v1/factors/*/verify');
  await fillSignIn(signedIn, who.email, PASSWORD);
  await typeCode(signedIn, codeOf(phone, 0));
  await expect(signedIn).toHaveURL('/account');
  await expect(signedIn.getByText(signIn.success)).toBeVisible();
  expect(await levelIn(signedIn)).toBe('aal2');

  const withSpare = await another(browser, quiet, page);
  await withSpare.goto('/auth?next=/account');
  await loseAnswer(withSpare, '**/auth/v1/factors/recovery-codes/verify');
  await fillSignIn(withSpare, who.email, PASSWORD);
  await withSpare.getByRole('button', { name: mfa.useBackup }).click();
  await typeCode(withSpare, spare, mfa.backup);
  await expect(withSpare).toHaveURL('/account');

  for (const one of [page, signedIn, withSpare]) {
    await one.goto('/account#bezbednost');
    await one.reload();
    await expect(one.getByText(mySecondStep.on, { exact: true })).toBeVisible();
  }
  expect(await accountChangesOf(request, page)).toEqual(['code-used', 'codes-made', 'factor-added']);
});

test('a change of the phone that breaks off locks nobody out: both phones open the account, and one turns both off', async ({
  page,
  browser,
  request,
  context,
  quiet,
}) => {
  quiet.allow(/ERR_FAILED|Failed to fetch|status of 404/);
  const who = somebody();
  const session = await member(request, who);
  await proveByCode(request, who.email, session);
  const asked = bearer(session.access_token);
  const added = await request.post('/auth/v1/factors', { data: { factor_type: 'totp' }, ...asked });
  const { id, totp } = await added.json();
  const old = new TOTP({ secret: Secret.fromBase32(totp.secret) });
  const challenge = await (await request.post(`/auth/v1/factors/${id}/challenge`, asked)).json();
  const turnedOn = await request.post(`/auth/v1/factors/${id}/verify`, {
    data: { challenge_id: challenge.id, code: codeOf(old, -1) },
    ...asked,
  });
  expect(turnedOn.status(), await turnedOn.text()).toBe(200);

  await useSession(context, await turnedOn.json());
  await page.goto('/account#bezbednost');
  await page.getByRole('button', { name: securityWords.totp.newPhone }).click();
  await expect(page.getByText(securityWords.totp.newPhoneText)).toBeVisible();
  const secret = (await page.locator('code').first().innerText()).replaceAll(/\s/g, '');
  const fresh = new TOTP({ secret: Secret.fromBase32(secret) });
  await page.route('**/auth/v1/factors/*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  );
  const removing = page.waitForRequest((sent) => sent.method() === 'DELETE');
  await page.getByLabel(mySecondStep.codeLabel).fill(codeOf(fresh, 0));
  await page.getByRole('button', { name: mySecondStep.confirm }).click();
  await removing;

  const withNew = await another(browser, quiet, page);
  await withNew.goto('/auth?next=/account');
  await fillSignIn(withNew, who.email, PASSWORD);
  await typeCode(withNew, codeOf(fresh, 1));
  await expect(withNew).toHaveURL('/account');
  await page.close();

  const withOld = await another(browser, quiet, withNew);
  await withOld.goto(`/auth?${new URLSearchParams({ next: '/account#bezbednost' })}`);
  await fillSignIn(withOld, who.email, PASSWORD);
  await typeCode(withOld, codeOf(old, 1));
  await expect(withOld).toHaveURL('/account#bezbednost');
  await withOld.getByRole('button', { name: mySecondStep.turnOff }).click();
  await withOld.getByRole('dialog').getByRole('button', { name: mySecondStep.turnOff }).click();
  await expect(withOld.getByText(mySecondStep.turnedOff)).toBeVisible();
  await expect(withOld.getByText(mySecondStep.off, { exact: true })).toBeVisible();
});
