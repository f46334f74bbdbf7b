import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { decode } from 'fast-png';
import { networkMember } from './network-members.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  bearer,
  expect,
  expectAccessible,
  member,
  PASSWORD,
  type Somebody,
  signInByHand,
  somebody,
  test,
  tokenOf,
  useSession,
} from './story.ts';

/** Whether the saved picture holds the name of the chosen member: nothing else is drawn in that colour. */
async function savedPictureNamesTheChosen(page: Page): Promise<boolean> {
  const saving = page.waitForEvent('download');
  // On a phone the card covers the button.
  await page.getByRole('button', { name: 'Preuzmi PNG' }).dispatchEvent('click');
  const { data, channels } = decode(readFileSync(await (await saving).path()));
  for (let at = 0; at < data.length; at += channels)
    if (data[at] === 0xf4 && data[at + 1] === 0xee && data[at + 2] === 0xe2) return true;
  return false;
}

async function fillIn(page: Page, joining: Somebody): Promise<void> {
  await page.getByLabel('Email adresa').fill(joining.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Ime', { exact: true }).fill(joining.firstName);
  await page.getByLabel('Prezime').fill(joining.lastName);
  await page.getByLabel('Korisničko ime').fill(joining.username);
  await page.getByLabel('Telefon').fill(joining.phone);
  await page.getByLabel('Zemlja').selectOption('RS');
  await page.getByRole('textbox', { name: 'Grad' }).fill('Niš');
  await page.getByRole('checkbox').check();
}

test('a person joins by a member’s link, staff see them in the tree and move them', async ({
  page,
  browser,
  request,
  quiet,
}) => {
  const [inviter, joining] = [somebody('Jelena', 'Đorđević'), somebody('Nikola', 'Ćosić')];
  const code = await networkMember(request, inviter);

  await page.goto(`/ref-register?code=${code.toLowerCase()}`);
  await expect(page.getByText(`Poziva vas ${inviter.username}.`), 'named before anything is typed').toBeVisible();
  await expect(page.getByLabel('Referal kod')).toHaveValue(code);
  await expect(page.getByLabel('Referal kod')).not.toBeEditable();
  await page.getByRole('button', { name: 'Registrujte se' }).click();
  await expect(page.getByText('Email je obavezan.')).toBeVisible();
  await expect(page.getByLabel('Email adresa')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Email adresa').fill(joining.email);
  await page.getByLabel('Lozinka', { exact: true }).fill('kratka');
  await page.getByRole('button', { name: 'Registrujte se' }).click();
  await expect(page.getByText('Lozinka mora imati najmanje 8 karaktera.')).toBeVisible();
  await fillIn(page, joining);
  await page.getByRole('button', { name: 'Registrujte se' }).click();
  await expect(page.getByRole('heading', { name: 'Uspešno ste se registrovali!' })).toBeVisible();
  await expect(page.getByText(`Osoba koja vas je preporučila: ${inviter.username}.`)).toBeVisible();
  await expect(page.getByRole('link', { name: /Otvorite aplikaciju/ })).toHaveAttribute('href', '/app');
  expect(await tokenOf(page), 'a session of their own').toBeTruthy();

  const admin = await another(browser, quiet, page, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await admin.goto('/admin/network-visual');
  await admin.getByRole('combobox', { name: 'Nađi člana' }).fill(joining.email);
  await admin.getByRole('option').filter({ hasText: joining.email }).click();
  const card = admin.getByRole('complementary');
  await expect(card).toContainText(joining.email);
  await expect(card).toContainText('Jelena Đorđević');
  await expect(admin.getByRole('treeitem', { name: /^Nikola Ćosić, N2/, selected: true })).toBeVisible();
  await expectAccessible(admin);
  expect(await savedPictureNamesTheChosen(admin)).toBe(true);

  const move = async () => {
    await card.getByRole('button', { name: 'Premesti…' }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByRole('combobox').click();
    await admin.getByRole('option', { name: 'Vrh mreže (bez nadređenog)' }).click();
    await dialog.getByRole('button', { name: 'Premesti' }).click();
    await expect(card).toContainText('vrh mreže');
  };
  await move();
  const size = admin.viewportSize()!;
  await admin.setViewportSize({ width: 390, height: 844 });
  const covered = async () => {
    const { y, height } = (await admin.getByText('Nikola Ćosić: premešteno.').boundingBox())!;
    return y + height - (await card.boundingBox())!.y;
  };
  await expect.poll(covered, 'on a phone it covers no button of the card').toBeLessThanOrEqual(0);
  await admin.setViewportSize(size);
  await admin.getByText('Nikola Ćosić: premešteno.').getByRole('button', { name: 'Poništi' }).click();
  await expect(admin.getByText('Nikola Ćosić: vraćeno na prethodno mesto.')).toBeVisible();
  await expect(card).toContainText('Jelena Đorđević');
  await move();

  await card.getByRole('button', { name: 'Premesti…' }).click();
  const again = admin.getByRole('dialog', { name: 'Premesti: Nikola Ćosić' });
  await again.getByRole('combobox').click();
  await admin.getByRole('option', { name: 'Vrh mreže (bez nadređenog)' }).click();
  await expect(again.getByText('Član je već na tom mestu. Izaberite drugog nadređenog.')).toBeVisible();
  await expect(again.getByRole('button', { name: 'Premesti' }), 'nothing is moved to where it is').toBeDisabled();
  await again.getByRole('button', { name: 'Otkaži' }).click();
  await expect(again).toBeHidden();

  await admin.getByRole('button', { name: 'Lista', exact: true }).click();
  const line = admin.getByRole('tree').getByRole('treeitem', { selected: true });
  await expect(line).toContainText('Nikola Ćosić');
  await expect(line).toHaveAttribute('aria-level', '1');
  await expectAccessible(admin);
  const shown = admin.getByRole('treeitem', { name: /^Nikola Ćosić, N1/, selected: true });
  await admin.getByRole('button', { name: 'Stablo', exact: true }).click();
  await expect(shown, 'also where the tree comes after the list').toBeInViewport();
  const joined = new URL(admin.url()).searchParams.get('member');
  await admin.goto(`/admin/network-visual?member=${joined}`);
  await expect(shown, 'and where the address names the member').toBeInViewport();
  await admin.context().close();
});

test('staff put a person under a member, and the same person never twice', async ({ page, context, request }) => {
  const [upline, person] = [somebody('Milan', 'Šarić'), somebody('Teodora', 'Džinić')];
  await networkMember(request, upline);
  await member(request, person);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  await page.goto('/admin/add-to-network');
  await expect(page.getByRole('button', { name: 'Dodaj u mrežu' })).toBeDisabled();
  await expectAccessible(page);
  await page.getByLabel('Korisnik koji se dodaje').fill(person.email);
  await page.getByRole('option').filter({ hasText: person.email }).click();
  await page.getByLabel('Upline korisnik (nadređeni u mreži)').fill(upline.email);
  await page.getByRole('option').filter({ hasText: upline.email }).click();
  await page.getByRole('button', { name: 'Dodaj u mrežu' }).click();
  const done = page.getByRole('dialog', { name: 'Korisnik je dodat u mrežu' });
  await expect(done).toContainText('Teodora Džinić je sada u mreži; upline: Milan Šarić.');
  await done.getByRole('button', { name: 'Dodaj još jednog' }).click();
  await page.getByLabel('Korisnik koji se dodaje').fill(person.email);
  await expect(page.getByText(`Nema rezultata za „${person.email}“.`)).toBeVisible();
});

test('an unknown referral code is reported before an account is made', async ({ page, quiet }) => {
  quiet.allow(/404/);
  await page.goto('/ref-register?code=ZZZZZZZZ');
  await expect(page.getByText('Referal kod je neispravan ili ne postoji.')).toBeVisible();
  await expect(page.getByLabel('Referal kod')).toBeEditable();
});

test('whoever an enrolment was refused reads why on the waiting page, and enters with another code', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 404/);
  const [inviter, other, joining] = [somebody('Vesna', 'Ilić'), somebody('Goran', 'Perić'), somebody('Mina', 'Lukić')];
  const [code, good] = [await networkMember(request, inviter), await networkMember(request, other)];
  const signedUp = await request.post('/auth/v1/signup', {
    data: {
      email: joining.email,
      password: PASSWORD,
      data: {
        first_name: joining.firstName,
        last_name: joining.lastName,
        username: joining.username,
        phone: joining.phone,
        city: 'Niš',
        country: 'RS',
        referral_code: code,
      },
    },
  });
  const session = await signedUp.json();
  const admin = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const { id } = (await signInByHand(request, inviter.email, PASSWORD)).user;
  const blocked = await request.post(`/api/admin/network/members/${id}/invites`, {
    data: { blocked: true },
    ...bearer(admin.access_token),
  });
  expect(blocked.status(), await blocked.text()).toBe(200);
  await useSession(context, session);
  await page.goto('/pending-approval');
  await expect(page.getByText('Strana se sama menja čim stigne odgovor.')).toBeVisible();
  await expect(page.getByLabel('Referal kod')).toBeHidden();
  const refused = await request.post('/api/rpc/enroll_with_referral', {
    data: { p_ref: code },
    ...bearer(session.access_token),
  });
  expect(refused.status()).toBe(409);
  await expect(page.getByText('Referal kod nije aktivan. Zatražite novi'), 'with no reload').toBeVisible();
  await expectAccessible(page);
  const field = page.getByLabel('Referal kod');
  await page.getByRole('button', { name: 'Pokušajte sa drugim kodom' }).click();
  await expect(page.getByText('Molimo unesite referal kod ili otvorite link sa ispravnim kodom.')).toBeVisible();
  await field.fill('ZZZZZZZZ');
  await field.press('Enter');
  await expect(page.getByText('Referal kod je neispravan ili ne postoji.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(good.toLowerCase());
  await field.press('Enter');
  await expect(page.getByText('Vaš nalog je odobren. Dobro došli!')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('whoever was too late for the last place waits as any registration does, and is asked for no other code', async ({
  page,
  quiet,
}) => {
  quiet.allow(/status of 403/);
  // The code was still good when it was looked up, and is none any more when the account is made.
  await page.route('**/api/network/inviters/*', (route) => route.fulfill({ json: { username: 'sava' } }));
  await page.goto('/ref-register?code=ZZZZZZZZ');
  await fillIn(page, somebody('Rada', 'Simić'));
  await page.getByRole('button', { name: 'Registrujte se' }).click();
  await expect(page).toHaveURL('/pending-approval');
  await expect(page.getByText('Strana se sama menja čim stigne odgovor.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pokušajte sa drugim kodom' })).toHaveCount(0);
});

test('a server that fails has a sentence at each step of a registration, and when staff add a person', async ({
  page,
  context,
  request,
  quiet,
}) => {
  quiet.allow(/status of 500|Internal Server Error|AuthRetryableFetchError/);
  const [inviter, joining] = [somebody('Sava', 'Tadić'), somebody('Lena', 'Kostić')];
  const code = await networkMember(request, inviter);
  const fails = async (address: string) => {
    await page.route(address, (route) => route.fulfill({ status: 500, body: '{}' }));
    return () => page.unroute(address);
  };
  await page.goto(`/ref-register?code=${code}`);
  await expect(page.getByText(`Poziva vas ${inviter.username}.`)).toBeVisible();
  await fillIn(page, joining);
  const problem = page.getByRole('alert');
  const submit = page.getByRole('button', { name: 'Registrujte se' });
  let mend = await fails('**/api/network/inviters/*');
  await submit.click();
  await expect(problem).toHaveText('Greška pri proveri emaila. Molimo pokušajte ponovo.');
  await mend();
  mend = await fails('**/auth/v1/signup*');
  await submit.click();
  await expect(problem).toHaveText('Registracija nije uspela.');
  await mend();
  mend = await fails('**/api/rpc/enroll_with_referral');
  await submit.click();
  await expect(problem).toHaveText('Došlo je do greške prilikom registracije.');
  await mend();
  await page.getByRole('button', { name: 'Pokušajte sa drugim kodom' }).click();
  await expect(page.getByText(`Osoba koja vas je preporučila: ${inviter.username}.`)).toBeVisible();

  const [upline, person] = [somebody('Ana', 'Jović'), somebody('Petar', 'Nikić')];
  await networkMember(request, upline);
  await member(request, person);
  await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
  const staff = await context.newPage();
  await staff.route('**/api/rpc/enroll_ref', (route) => route.fulfill({ status: 500, body: '{}' }));
  await staff.goto('/admin/add-to-network');
  await staff.getByLabel('Korisnik koji se dodaje').fill(person.email);
  await staff.getByRole('option').filter({ hasText: person.email }).click();
  await staff.getByLabel('Upline korisnik (nadređeni u mreži)').fill(upline.email);
  await staff.getByRole('option').filter({ hasText: upline.email }).click();
  await staff.getByRole('button', { name: 'Dodaj u mrežu' }).click();
  await expect(staff.getByRole('alert')).toHaveText('Greška pri dodavanju korisnika');
});
