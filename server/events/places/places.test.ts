import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { templates } from '../../emails.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { renderMail, writeMessage } from '../../platform/mail/write-mail.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { call, codeOfCall, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { reservations } from '../schema.ts';

const app = await testApp({ env: { EVENT_REHEARSAL_DAY: '2027-05-01' } });
app.clock.now = new Date('2027-05-01T10:00:00Z');
const { db } = app;
const visitor = call(app);
const organiser = call(app, await person(app, 'admin'));

/** A family's reservation: two places, one of them without a name. */
async function family({ paid = true } = {}) {
  const { number, link } = await visitor.events.reserve(
    newReservation({ selectedPackage: 'two-tickets-accommodation' }),
  );
  const [row] = await db.select().from(reservations).where(eq(reservations.number, number));
  if (paid) await organiser.events.admin.confirm({ id: row!.id });
  const token = link.split('/').at(-1)!;
  return { id: row!.id, number, token, page: () => visitor.events.ticket({ token }) };
}

const nobody = { firstName: '', lastName: '' };
const radivoje = { firstName: 'Radivoje', lastName: 'Šćekić' };
const milan = { firstName: 'Milan', lastName: 'Ćirić', email: 'milan@primer.rs' };
const mailsOf = async (to: string) =>
  (await db.select().from(mails).where(eq(mails.to, to))).map(({ template }) => template);

test('whoever reserved names the second person, before the payment too, and the name stands on the ticket', async () => {
  const { token, id, page } = await family({ paid: false });
  expect((await page()).places).toEqual([
    { position: 1, firstName: 'Jelena', lastName: 'Đorđević', given: false },
    { position: 2, firstName: '', lastName: '', given: false },
  ]);
  await visitor.events.places.name({ token, position: 2, shown: nobody, person: radivoje });
  await organiser.events.admin.confirm({ id });
  const [mail] = await db.select().from(mails).where(eq(mails.template, 'events.confirmed'));
  expect(mail!.props).toMatchObject({ tickets: [{ name: 'Jelena Đorđević' }, { name: 'Radivoje Šćekić' }] });
  const paid = await page();
  expect(paid.places[1]).toMatchObject(radivoje);
  expect(await organiser.events.admin.door.check({ key: randomUUID(), code: paid.tickets[1]!.token })).toMatchObject({
    name: 'Radivoje Šćekić',
  });
});

test('a name may be changed again; one that somebody else has changed since is not overwritten', async () => {
  const { token } = await family();
  const place = { token, position: 2 };
  await visitor.events.places.name({ ...place, shown: nobody, person: radivoje });
  await visitor.events.places.name({ ...place, shown: nobody, person: radivoje });
  const ana = { firstName: 'Ana', lastName: 'Anić' };
  await expect(visitor.events.places.name({ ...place, shown: nobody, person: ana })).rejects.toMatchObject({
    code: 'PLACE_CHANGED',
    data: radivoje,
  });
  expect(await visitor.events.places.name({ ...place, shown: radivoje, person: ana })).toMatchObject(ana);
});

test('a place that is given gets a code of its own: the old one ends, and only the new person has the new one', async () => {
  const { token, page, number } = await family();
  const before = (await page()).tickets[1]!;
  await visitor.events.places.give({ token, position: 2, shown: nobody, person: milan });
  expect(await mailsOf(milan.email)).toEqual(['events.place-given']);

  await expect(visitor.events.ticket({ token: before.token })).rejects.toMatchObject({ code: 'TICKET_UNKNOWN' });
  expect(await organiser.events.admin.door.check({ key: randomUUID(), code: before.link })).toMatchObject({
    verdict: 'unknown',
  });
  const left = await page();
  expect(
    left.tickets.map(({ position }) => position),
    'whoever reserved does not hold the new code',
  ).toEqual([1]);
  expect(left.places[1]).toMatchObject({ firstName: 'Milan', given: true });

  const [mail] = await db.select().from(mails).where(eq(mails.to, milan.email));
  const own = (mail!.props as { link: string }).link.split('/').at(-1)!;
  const shown = await visitor.events.ticket({ token: own });
  expect(shown).toMatchObject({ opened: 'place', firstName: 'Milan', tickets: [{ code: `${number}-2` }] });
  expect(JSON.stringify(shown), 'nothing of whoever reserved').not.toContain('Jelena');
  const pdf = await visitor.events.ticketPdf({ token: own });
  expect(pdf.type).toBe('application/pdf');
  expect(await organiser.events.admin.door.check({ key: randomUUID(), code: shown.tickets[0]!.link })).toMatchObject({
    verdict: 'valid',
    name: 'Milan Ćirić',
    position: 2,
  });
});

test('neither whoever is given a place nor whoever gave it is written to as if they had an account', async () => {
  const { token, number } = await family();
  const ivan = { firstName: 'Ivan', lastName: 'Ivić', email: 'ivan@primer.rs' };
  await visitor.events.places.give({ token, position: 2, shown: nobody, person: ivan });
  const said = async (template: string) => {
    const rows = await db.select().from(mails).where(eq(mails.template, template));
    const mail = rows.find(({ props }) => props.code === `${number}-2`);
    const letter = await writeMessage(app.deps, templates, mail!);
    return (await renderMail(letter!, app.config.publicUrl)).text.replaceAll(/\s+/g, ' ');
  };
  const given = await said('events.place-given');
  expect(given).toContain('karta za događaj Širi vidik glasi na Vaše ime');
  expect(given).not.toContain('imate nalog');
  const left = await said('events.place-left');
  expect(left).toContain('povodom rezervacije za događaj');
  expect(left).not.toContain('imate nalog');
});

test('sent again once every ticket was given away, the mail promises none and says where they are', async () => {
  const { token, id, number } = await family();
  const sava = { firstName: 'Sava', lastName: 'Savić', email: 'sava@primer.rs' };
  const jelena = { firstName: 'Jelena', lastName: 'Đorđević' };
  await visitor.events.places.give({ token, position: 2, shown: nobody, person: sava });
  const sentAgain = async () => {
    const key = randomUUID();
    await organiser.events.admin.sendAgain({ id, key });
    const [mail] = await db
      .select()
      .from(mails)
      .where(eq(mails.idempotencyKey, `events.confirmed:${id}:${key}`));
    const letter = (await writeMessage(app.deps, templates, mail!))!;
    const { text } = await renderMail(letter, app.config.publicUrl);
    return {
      files: letter.attachments!.map(({ name }) => name),
      text: `${letter.preview} ${text}`.replaceAll(/\s+/g, ' '),
    };
  };
  const one = await sentAgain();
  expect(one.files).toEqual([`karta-${number}-1.pdf`, 'siri-vidik.ics']);
  expect(one.text).toContain('Karta je u prilogu i na strani rezervacije.');

  await visitor.events.places.give({ token, position: 1, shown: jelena, person: sava });
  const none = await sentAgain();
  expect(none.files).toEqual(['siri-vidik.ics']);
  expect(none.text).toContain('Sve karte su ustupljene; nove su poslate osobama na koje glase.');
  expect(none.text).toContain('Pogledajte rezervaciju');
  expect(none.text).not.toMatch(/u prilogu|Otvorite kart/);
});

test('giving the same person the same place again sends nothing; another person is refused', async () => {
  const { token } = await family();
  const jovan = { firstName: 'Jovan', lastName: 'Jović', email: 'jovan@primer.rs' };
  const give = (who: typeof jovan) => visitor.events.places.give({ token, position: 2, shown: nobody, person: who });
  const answers = await Promise.all([give(jovan), give(jovan), give(jovan)]);
  expect(answers.every(({ given }) => given)).toBe(true);
  expect(await mailsOf(jovan.email)).toEqual(['events.place-given']);
  await expect(give({ ...jovan, firstName: 'Petar' })).rejects.toMatchObject({ code: 'PLACE_CHANGED' });
});

test('the new person may change the name and give the place on; whoever reserved may not take it back', async () => {
  const { token, id } = await family();
  const vera = { firstName: 'Vera', lastName: 'Verić', email: 'vera@primer.rs' };
  await visitor.events.places.give({
    token,
    position: 1,
    shown: { firstName: 'Jelena', lastName: 'Đorđević' },
    person: vera,
  });
  const tokenOf = async (to: string) => {
    const rows = await db.select().from(mails).where(eq(mails.to, to));
    return (rows.at(-1)!.props as { link: string }).link.split('/').at(-1)!;
  };
  const own = await tokenOf(vera.email);
  const shown = { firstName: 'Vera', lastName: 'Verić' };
  await expect(
    visitor.events.places.name({ token, position: 1, shown, person: { firstName: 'Jelena', lastName: 'Đorđević' } }),
  ).rejects.toMatchObject({ code: 'TICKET_UNKNOWN' });
  await expect(
    visitor.events.places.name({ token: own, position: 2, shown: nobody, person: radivoje }),
    'their own place only',
  ).rejects.toMatchObject({ code: 'TICKET_UNKNOWN' });
  await visitor.events.places.name({ token: own, position: 1, shown, person: { firstName: 'Vera', lastName: 'Ilić' } });
  const olga = { firstName: 'Olga', lastName: 'Olgić', email: 'olga@primer.rs' };
  await visitor.events.places.give({
    token: own,
    position: 1,
    shown: { firstName: 'Vera', lastName: 'Ilić' },
    person: olga,
  });
  await expect(visitor.events.ticket({ token: own })).rejects.toMatchObject({ code: 'TICKET_UNKNOWN' });
  expect((await visitor.events.ticket({ token: await tokenOf(olga.email) })).firstName).toBe('Olga');
  const said = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(said.filter(({ action }) => action === 'events.place-given')).toHaveLength(2);
});

test('a ticket that is only shown on, an unpaid place and a used ticket are not given; after the event begins nothing changes', async () => {
  const waiting = await family({ paid: false });
  await expect(
    visitor.events.places.give({ token: waiting.token, position: 2, shown: nobody, person: milan }),
  ).rejects.toMatchObject({ code: 'PLACE_UNPAID' });
  const { token, page } = await family();
  const [first, second] = (await page()).tickets;
  await expect(
    visitor.events.places.name({ token: second!.token, position: 2, shown: nobody, person: radivoje }),
  ).rejects.toMatchObject({ code: 'TICKET_UNKNOWN' });
  expect((await visitor.events.ticket({ token: second!.token })).namesUntil).toBeNull();
  await organiser.events.admin.door.check({ key: randomUUID(), code: first!.token });
  const shown = { firstName: 'Jelena', lastName: 'Đorđević' };
  await expect(visitor.events.places.give({ token, position: 1, shown, person: milan })).rejects.toMatchObject({
    code: 'TICKET_USED',
  });
  const now = app.clock.now;
  app.clock.now = new Date('2027-09-19T22:00:00Z');
  await expect(
    visitor.events.places.name({ token, position: 2, shown: nobody, person: radivoje }),
  ).rejects.toMatchObject({
    code: 'NAMES_CLOSED',
  });
  expect((await page()).namesUntil).toBeNull();
  app.clock.now = now;
});

test('a ticket that was tried at a rehearsal is given on another day, and only that day calls it used', async () => {
  const { token, page, number } = await family();
  const [first] = (await page()).tickets;
  await organiser.events.admin.door.check({ key: randomUUID(), code: first!.token });
  const nada = { firstName: 'Nada', lastName: 'Nadić', email: 'nada@primer.rs' };
  const shown = { firstName: 'Jelena', lastName: 'Đorđević' };
  const give = () => visitor.events.places.give({ token, position: 1, shown, person: nada });
  await expect(give()).rejects.toMatchObject({ code: 'TICKET_USED' });
  const now = app.clock.now;
  app.clock.now = new Date('2027-05-02T10:00:00Z');
  expect(await give()).toMatchObject({ firstName: 'Nada', given: true });
  const [mail] = await db.select().from(mails).where(eq(mails.to, nada.email));
  const own = (mail!.props as { link: string }).link.split('/').at(-1)!;
  expect((await visitor.events.ticket({ token: own })).tickets).toMatchObject([{ code: `${number}-1`, entries: [] }]);
  app.clock.now = new Date('2027-09-20T08:00:00Z');
  expect(await organiser.events.admin.door.check({ key: randomUUID(), code: own })).toMatchObject({
    verdict: 'valid',
    name: 'Nada Nadić',
    earlier: null,
  });
  app.clock.now = now;
});

test('a web address is no name, and a place that the package does not have is none', async () => {
  const { token } = await family();
  const name = (position: number, firstName: string) =>
    visitor.events.places.name({ token, position, shown: nobody, person: { firstName, lastName: 'Ilić' } });
  await expect(name(2, 'www.primer.rs')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(name(2, '  ')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(name(3, 'Ana')).rejects.toMatchObject({ code: 'TICKET_UNKNOWN' });
});

test('what a link changes is counted by its reservation: sixty in an hour stand in the log, and what changes nothing is never refused', async () => {
  const { deps, databaseUrl } = app;
  const limited = await testApp({ env: { RATE_LIMITS: 'on' }, databaseUrl, deps: { tokens: deps.tokens } });
  limited.clock.now = app.clock.now;
  const { token, id } = await family({ paid: false });
  const { events } = call(limited);
  const written = () => db.$count(auditLog, eq(auditLog.subjectId, id));
  const before = await written();
  const ana = { firstName: 'Ana', lastName: 'Anić' };
  const name = (shown: typeof nobody, to: typeof nobody) =>
    codeOfCall(events.places.name({ token, position: 2, shown, person: to }));
  const pays = async (companyName: string) => {
    const { claim: shown } = await visitor.events.ticket({ token });
    const claim = { companyName, taxNumber: '100002887', registrationNumber: '17162543', address: 'Glavna 1' };
    return codeOfCall(events.claim({ token, shown, claim }));
  };
  expect(await name(nobody, ana)).toBe('ok');
  for (let n = 0; n < 29; n += 1) {
    const [shown, to] = n % 2 === 0 ? [ana, radivoje] : [radivoje, ana];
    expect(await name(shown, to)).toBe('ok');
    expect(await pays(`Pekara ${n}`)).toBe('ok');
    expect(await pays(`Pekara ${n}`), 'said twice').toBe('ok');
  }
  expect(await pays('Pekara')).toBe('ok');
  expect(await name(radivoje, ana)).toBe('TOO_MANY_REQUESTS');
  expect(await pays('Mlekara')).toBe('TOO_MANY_REQUESTS');
  expect(await pays('Pekara'), 'nothing changes').toBe('ok');
  expect((await written()) - before).toBe(60);
});
