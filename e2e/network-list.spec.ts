import { networkMember } from './network-members.ts';
import { testAlone } from './own-server.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  another,
  bearer,
  expect,
  expectAccessible,
  member,
  PASSWORD,
  signInByHand,
  somebody,
  test,
  useSession,
} from './story.ts';

// Other journeys put people into the network, and the list is read again with each of them.
testAlone(
  'staff read the network as a list: a new one has the company alone, branches and cards open and close by the keys, one member is found, one branch shown, and who joins moves nobody’s place',
  { tag: '@phone' },
  async ({ page, context, request }) => {
    await useSession(context, await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD));
    await page.goto('/admin/network-visual?view=list');
    const asList = page.getByRole('button', { name: 'Lista', exact: true });
    const search = page.getByRole('combobox', { name: 'Nađi člana' });
    await expect(asList).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText('1 član, 1 nivo')).toBeVisible();
    await expect(page.getByRole('tree').getByRole('treeitem')).toHaveText('vidikN1 · nema članova ispod');
    await expectAccessible(page);
    await search.fill('niko takav');
    await expect(page.getByText('Nema rezultata za „niko takav“.')).toBeVisible();

    const [top, first, second] = [
      somebody('Jelena', 'Đorđević'),
      somebody('Nikola', 'Ćosić'),
      somebody('Ana', 'Šarić'),
    ];
    const [below, lowest] = [somebody('Mina', 'Lukić'), somebody('Petar', 'Žikić')];
    const code = await networkMember(request, top);
    const branch = await networkMember(request, first, code);
    await networkMember(request, second, code);
    await networkMember(request, lowest, await networkMember(request, below, branch));

    await page.goto('/admin/network-visual');
    await asList.press('Enter');
    await expect(page).toHaveURL(/view=list/);
    const list = page.getByRole('tree', { name: 'Stablo mreže, 6 članova' });
    const line = (name: string) => list.getByRole('treeitem', { name: new RegExp(`^${name}`) });
    const lines = list.getByRole('treeitem');
    const card = page.getByRole('complementary');
    const closeCard = card.getByRole('button', { name: 'Zatvori karticu' });
    /** What a screen reader says is the current line. */
    const expectAt = async (name: string) => {
      await expect(line(name)).toHaveCount(1);
      await expect(list).toBeFocused();
      await expect(list).toHaveAttribute('aria-activedescendant', (await line(name).getAttribute('id'))!);
    };
    await expect(lines).toHaveCount(4);
    await expect(line('Jelena Đorđević')).toContainText('N1 · 4 člana ispod');
    await expect(line('Ana Šarić')).toContainText('N2 · nema članova ispod');
    await page.keyboard.press('Tab');
    await expectAt('vidik');

    await page.keyboard.press('ArrowDown');
    await expectAt('Jelena Đorđević');
    await page.keyboard.press('ArrowDown');
    await expectAt('Nikola Ćosić');
    await expect(line('Nikola Ćosić')).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('ArrowRight');
    await expect(line('Nikola Ćosić')).toHaveAttribute('aria-expanded', 'true');
    await expect(lines).toHaveCount(5);
    await page.keyboard.press('ArrowRight');
    await expectAt('Mina Lukić');
    await expect(line('Mina Lukić')).toHaveAttribute('aria-level', '3');
    await page.keyboard.press('End');
    await expectAt('Ana Šarić');
    await page.keyboard.press('ArrowLeft');
    await expectAt('Jelena Đorđević');
    await page.keyboard.press('ArrowDown');

    await page.keyboard.press('Enter');
    await expect(card).toContainText(first.email);
    await expect(card.getByRole('heading', { name: 'Nikola Ćosić' })).toBeVisible();
    await expect(card.getByRole('link', { name: 'Jelena Đorđević' })).toBeVisible();
    await expect(line('Nikola Ćosić')).toHaveAttribute('aria-selected', 'true');
    await expect(page).toHaveURL(/member=/);
    await expectAccessible(page);
    await expectAt('Nikola Ćosić');
    await page.keyboard.press('Tab');
    await expect(closeCard).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expectAt('Nikola Ćosić');
    await page.keyboard.press('Escape');
    await expect(card).toHaveCount(0);
    await expectAt('Nikola Ćosić');
    await expect(line('Nikola Ćosić')).toHaveAttribute('aria-selected', 'false');
    await page.keyboard.press('ArrowLeft');
    await expect(lines, 'closed with the same keys').toHaveCount(4);

    await search.fill(lowest.email);
    await page.getByRole('option').filter({ hasText: lowest.email }).click();
    await expect(card).toContainText(lowest.email);
    await expect(line('Petar Žikić'), 'its branch has opened').toHaveAttribute('aria-selected', 'true');
    await expect(line('Petar Žikić')).toHaveAttribute('aria-level', '4');
    await expect(card.getByRole('button', { name: 'Prikaži samo ovu granu' })).toHaveCount(0);
    await closeCard.press('Enter');
    await expect(card).toHaveCount(0);
    await expectAt('Petar Žikić');

    await line('Nikola Ćosić').click();
    await card.getByRole('button', { name: 'Prikaži samo ovu granu' }).click();
    await expect(page.getByText('3 člana, 3 nivoa')).toBeVisible();
    const shown = page.getByRole('tree', { name: 'Stablo mreže, 3 člana' });
    await expect(shown.getByRole('treeitem', { name: /^Nikola Ćosić/ })).toHaveAttribute('aria-level', '2');
    await expect(shown.getByRole('treeitem', { name: /^Ana Šarić/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Prikaži celu mrežu' }).click();
    await expect(lines).toHaveCount(4);
    await expect(line('Ana Šarić')).toBeVisible();
    await card.getByRole('button', { name: 'Prikaži samo ovu granu' }).click();
    await expect(page.getByText('3 člana, 3 nivoa')).toBeVisible();
    await search.fill(second.email);
    await page.getByRole('option').filter({ hasText: second.email }).click();
    await expect(line('Ana Šarić'), 'who stands elsewhere is shown there').toHaveAttribute('aria-selected', 'true');
    await expect(card).toContainText(second.email);
    await expect(page).not.toHaveURL(/branch=/);
    await expect(lines).toHaveCount(4);

    await list.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await expect(lines).toHaveCount(5);
    await page.keyboard.press('ArrowRight');
    await expectAt('Mina Lukić');
    await networkMember(request, somebody('Iva', 'Babić'), code);
    const grown = page.getByRole('tree', { name: 'Stablo mreže, 7 članova' });
    const mina = grown.getByRole('treeitem', { name: /^Mina Lukić/ });
    await expect(grown.getByRole('treeitem'), 'what is open stays open').toHaveCount(6);
    await expect(grown).toHaveAttribute('aria-activedescendant', (await mina.getAttribute('id'))!);
  },
);

testAlone(
  'a network that was opened from another page shows the first change, says when it could not be read again, and reads it as soon as it can',
  async ({ page, context, request, quiet }) => {
    quiet.allow(/503|Service Unavailable|404/);
    const staff = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
    const waiting: string[] = [];
    for (const firstName of ['Jelena', 'Nikola', 'Ana', 'Mina'])
      waiting.push((await member(request, somebody(firstName, 'Đorđević'))).user.id);
    const enrolNext = async () => {
      const data = { p_ref: 'root', p_user: waiting.shift() };
      const enrolled = await request.post('/api/rpc/enroll_ref', { data, ...bearer(staff.access_token) });
      expect(enrolled.status(), await enrolled.text()).toBe(200);
    };
    await enrolNext();
    await useSession(context, staff);
    await page.goto('/admin/vouchers');
    await expect(page.getByText('Lista se osvežava sama.')).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Pretraga svega' }).fill('prikaz mreže');
    await page.getByRole('option').filter({ hasText: 'Prikaz mreže' }).first().click();
    await expect(page.getByText('2 člana, 1 nivo')).toBeVisible();
    await enrolNext();
    await expect(page.getByText('3 člana, 1 nivo'), 'the first change').toBeVisible();

    const tree = '**/api/admin/network/tree*';
    const away = () => page.route(tree, (route) => route.fulfill({ status: 503, body: '' }));
    const stale = page.getByText(/^Prikazano je stanje iz \d\d:\d\d\. Novo nije učitano\.$/);
    await away();
    await page.getByRole('button', { name: 'Osveži' }).click();
    await expect(stale).toBeVisible();
    await expectAccessible(page);
    const refused = page.waitForResponse((answer) => answer.url().includes('/network/tree') && answer.status() === 503);
    await enrolNext();
    await refused;
    await page.unroute(tree);
    await expect(page.getByText('4 člana, 1 nivo'), 'without a press').toBeVisible();
    await expect(stale).toHaveCount(0);

    // Whoever the next part was to begin after has left.
    let left = 0;
    await page.route(tree, async (route) => {
      if (route.request().url().includes('after=')) {
        left += 1;
        const json = { defined: true, code: 'NETWORK_PERSON_GONE', status: 404, message: 'Tog člana nema.' };
        return route.fulfill({ status: 404, json });
      }
      const response = await route.fetch();
      const part = await response.json();
      await route.fulfill({ response, json: left > 0 ? part : { ...part, next: part.members[0].id } });
    });
    await page.reload();
    await expect(page.getByText('4 člana, 1 nivo'), 'read again from the top').toBeVisible();
    expect(left).toBe(1);
    await page.unroute(tree);

    // Of a larger one a part has arrived and another is on its way.
    await page.route(tree, async (route) => {
      if (route.request().url().includes('after=')) return;
      const response = await route.fetch();
      const part = await response.json();
      await route.fulfill({ response, json: { ...part, total: 4_300, next: part.members[0].id } });
    });
    await page.reload();
    await expect(page.getByText('Učitano 4 od 4.300')).toBeVisible();
    await away();
    await enrolNext();
    await expect(page.getByText('Prikaz mreže: nije učitano.'), 'half of it is not taken for all').toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect(page.getByText('5 članova, 1 nivo')).toBeVisible();
  },
);

test('a member reads who is directly below, and whoever has nobody below reads that', {
  tag: '@phone',
}, async ({ page, browser, request, quiet }) => {
  const [upline, joined] = [somebody('Ljubica', 'Mišić'), somebody('Vuk', 'Đurić')];
  await networkMember(request, joined, await networkMember(request, upline));
  const own = async (who: typeof upline) => {
    const opened = await another(browser, quiet, page, await signInByHand(request, who.email, PASSWORD));
    await opened.goto('/account#mreza');
    return opened;
  };
  const hers = await own(upline);
  await expect(hers.getByText('1 osoba je u mreži direktno ispod vas.')).toBeVisible();
  await expect(hers.getByRole('table', { name: 'Ljudi direktno ispod vas' })).toContainText(joined.username);
  await expect(hers.getByRole('listitem').filter({ hasText: 'Nivo 1' })).toContainText('1 član');
  await expectAccessible(hers);
  const his = await own(joined);
  await expect(his.getByText(`Osoba koja vas je preporučila: ${upline.username}.`)).toBeVisible();
  await expect(his.getByText('Ispod vas u mreži još nema nikoga.')).toBeVisible();
  await expect(his.getByRole('table', { name: 'Ljudi direktno ispod vas' })).toHaveCount(0);
  await expectAccessible(his);
});
