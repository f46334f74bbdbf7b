import type { Dependencies } from '../dependencies.ts';
import type { CheckoutFacts, GatewayEvent, NextQuestionNumber, PaymentNews } from './gateway.ts';

type GatewayReader = Pick<Dependencies, 'payments' | 'db'>;

export const fetchCheckout = ({ payments, db }: GatewayReader, pageId: string): Promise<CheckoutFacts> =>
  payments.fetchCheckout(pageId, questionsOf(db));

export const fetchNews = (
  { payments, db }: GatewayReader,
  event: Pick<GatewayEvent, 'type' | 'objectId'>,
): Promise<PaymentNews | null> => payments.fetchNews(event, questionsOf(db));

const questionsOf =
  (db: GatewayReader['db']): NextQuestionNumber =>
  async () => {
    const [row] = await db.ask<{ question: string }>("select nextval('stripe_questions') as question");
    return Number(row!.question);
  };
