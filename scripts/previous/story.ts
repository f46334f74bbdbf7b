const ADMIN = 'admin@vidik.example';
const DEVICE = { productName: 'Vidik – 1 uređaj', productPrice: 219 };
const TEN = { productName: 'Vidik – 10 uređaja', productPrice: 1999 };
const STANDARD = { productName: 'standard', productPrice: 249 };
const SPECIAL = { productName: 'Specijalni Paket - 100 Lokacija', productPrice: 1500 };

const BUYER = {
  firstName: 'Milica',
  lastName: 'Živković',
  companyName: '',
  country: 'RS',
  address: 'Ulica lipa',
  addressNumber: '14',
  city: 'Čačak',
  postalCode: '32000',
  phone: '+381641234567',
};
const FIRM = {
  company_name: 'Pekara na uglu',
  company_registration_number: '17162543',
  company_tax_number: '100002887',
  company_address: 'Glavna 1',
  company_city: 'Beograd',
  company_postal_code: '11000',
  company_contact: '+381641112222',
};

interface Shop {
  url: string;
  /** Where its payment sandbox answers, with this key. */
  sandbox: string;
  secret: string;
  /** Of everybody. */
  password: string;
}

/** What happens in that shop beside its demo year; server/previous-release.test.ts knows each of these people by name. */
export async function createShopHistory({ url, sandbox, secret, password }: Shop): Promise<void> {
  const admin = await signIn(ADMIN);

  // Money that is under way, and money that came.
  await order('waits', DEVICE);
  await order('expires', DEVICE);
  await press((await order('transfer', TEN)).page, { do: 'later' });
  await buy('paid', TEN);
  const lost = await order('lost-webhook', DEVICE);

  // What went back, whole, in part, and what the buyer's bank sent back again.
  await refund(await buy('refunded', DEVICE));
  await refund(await buy('part-refunded', TEN), 20_000);
  await control('fail-refund', { refund: await refund(await buy('refund-failed', DEVICE)) });

  // Withdrawals: stated, and stated and paid back.
  await withdraw(await buy('withdrawing', DEVICE));
  const withdrawn = await buy('withdrawn', DEVICE);
  await withdraw(withdrawn);
  await refund(withdrawn);

  // Disputes: open, won, lost.
  await dispute(await buy('disputed', DEVICE));
  await control('decide-dispute', { dispute: await dispute(await buy('dispute-won', DEVICE)), outcome: 'won' });
  await control('decide-dispute', { dispute: await dispute(await buy('dispute-lost', STANDARD)), outcome: 'lost' });

  // Companies: a subscription that runs, one that ends, one whose page is open, and the special package.
  await buy('subscribed', STANDARD);
  const ending = await buy('ending', STANDARD);
  const { subscription } = await stripe(`checkout/sessions/${ending.session}`);
  await stripe(`subscriptions/${subscription}`, { cancel_at_period_end: 'true' });
  await order('subscribing', STANDARD);
  await buy('special', SPECIAL);
  await order('special-waits', SPECIAL);

  // At last: paid at the provider, whose word does not come through any more.
  while (await isDelivering()) await new Promise((later) => setTimeout(later, 200));
  await control('faults', { hold: true });
  await press(lost.page, { do: 'pay', card: '4242 4242 4242 4242' });

  interface Bought {
    id: string;
    page: string;
    session: string;
    token: string;
  }

  async function buy(name: string, product: typeof DEVICE): Promise<Bought> {
    const bought = await order(name, product);
    await press(bought.page, { do: 'pay', card: '4242 4242 4242 4242' });
    return bought;
  }

  async function order(name: string, product: typeof DEVICE): Promise<Bought> {
    const email = `${name}@primer.rs`;
    const data = {
      first_name: 'Milica',
      last_name: 'Živković',
      username: name,
      phone: '+381641234567',
      city: 'Čačak',
      country: 'RS',
    };
    const { user } = await ask<{ user: { id: string } }>('/auth/v1/signup', { email, password, data });
    await ask('/api/admin/registration-requests/approve', { ids: [user.id] }, admin);
    const token = await signIn(email);
    const form = product === DEVICE || product === TEN ? { buyerInfo: BUYER } : { companyInfo: { ...FIRM, email } };
    const placed = await ask<{ url: string; orderId: string }>(
      '/api/functions/create-payment',
      { ...product, ...form },
      token,
    );
    return { id: placed.orderId, page: placed.url, session: placed.url.split('/').at(-1)!, token };
  }

  async function refund({ session }: Bought, amount?: number): Promise<string> {
    const form = { payment_intent: await intentOf(session), ...(amount ? { amount: String(amount) } : {}) };
    return (await stripe<{ id: string }>('refunds', form)).id;
  }

  async function dispute({ session }: Bought): Promise<string> {
    return (await control('dispute', { intent: await intentOf(session) })).dispute!;
  }

  /** Of a page of a subscription, its first invoice's. */
  async function intentOf(session: string): Promise<string> {
    const { payment_intent, invoice } = await stripe(`checkout/sessions/${session}`);
    if (payment_intent) return payment_intent;
    const { data } = await stripe<{ data: [{ payment: { payment_intent: string } }] }>(
      `invoice_payments?invoice=${invoice}`,
    );
    return data[0].payment.payment_intent;
  }

  function withdraw({ id, token }: Bought): Promise<unknown> {
    return ask(`/api/orders/${id}/withdrawal`, { receivedOn: null, reason: 'Ne odgovara mi.' }, token);
  }

  async function signIn(email: string): Promise<string> {
    const signed = await ask<{ access_token: string }>('/auth/v1/token?grant_type=password', { email, password });
    return signed.access_token;
  }

  async function ask<Answer>(path: string, body: unknown, token?: string): Promise<Answer> {
    return answerOf(path, url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
  }

  function stripe<Answer = Page>(path: string, form?: Record<string, string>): Promise<Answer> {
    return answerOf(path, `${sandbox}/v1/${path}`, {
      method: form ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${secret}` },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
  }

  function control(what: string, body: object) {
    return answerOf<{ dispute?: string }>(what, `${sandbox}/_sandbox/${what}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async function isDelivering(): Promise<boolean> {
    const { data } = await stripe<{ data: { pending_webhooks: number }[] }>('events?limit=100');
    return data.some((event) => event.pending_webhooks > 0);
  }

  async function press(page: string, fields: Record<string, string>) {
    const answer = await fetch(url + new URL(page).pathname, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    if (answer.status !== 303) throw new Error(`${page} answered ${answer.status}: ${await answer.text()}`);
  }
}

/** Of a page, as the provider describes it. */
interface Page {
  payment_intent: string | null;
  invoice: string | null;
  subscription: string | null;
}

async function answerOf<Answer>(what: string, url: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${what} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Answer;
}
