import type pg from 'pg';
import { type SealingKeys, unseal } from '../../auth/sessions/sealing.ts';
import { deriveKey } from '../../auth/sessions/signing-keys.ts';
import type { Config } from '../../config.ts';
import {
  CLAIMED_ADDRESS,
  PROXY_QUESTION,
  PROXY_QUESTION_KEY,
  type ProxyAnswer,
  proxyProof,
} from '../../http/proxy-question-routes.ts';
import { bad, type Finding, good, note, sentenceOf } from './finding.ts';

const WAIT_MS = 5_000;

/** A public shop is behind a proxy: the server itself speaks no TLS. `null`: the settings say nothing wrong. */
export const checkTrust = ({ isPublic, trustProxy }: Pick<Config, 'isPublic' | 'trustProxy'>): Finding | null =>
  isPublic && trustProxy === 0
    ? bad(
        'proxy',
        'TRUST_PROXY=0: everybody has the address of the proxy, and its limits; set how many proxies are ours',
      )
    : null;

/** What the proxies hand over: the server that is reached at PUBLIC_URL is asked, with an address that nobody has. */
export async function checkProxy(
  {
    isPublic,
    publicUrl,
    trustProxy,
    sealingKeys,
  }: Pick<Config, 'isPublic' | 'publicUrl' | 'trustProxy' | 'sealingKeys'>,
  client: pg.Client,
): Promise<Finding[]> {
  if (!isPublic || trustProxy === 0) return [];
  const key = await questionKey(client, sealingKeys);
  if (key === null) return [];
  const answer = await ask(publicUrl, proxyProof(key, new Date()));
  return [
    typeof answer === 'string'
      ? note('proxy', `not asked what it hands over: ${answer}`)
      : findingOf(answer, trustProxy),
  ];
}

function findingOf({ added, isFooled, isOurHost }: ProxyAnswer, trusted: number): Finding {
  const says = `TRUST_PROXY=${trusted}, and ${added} ${added === 1 ? 'proxy adds' : 'proxies add'} the address of who called`;
  if (isFooled) return bad('proxy', `${says}: whoever calls can claim any other`);
  if (added === 0) return bad('proxy', 'it hands no X-Forwarded-For over: everybody has its address, and its limits');
  if (added !== trusted) return bad('proxy', `${says}: one of them is taken for the caller`);
  return isOurHost ? good('proxy', says) : note('proxy', `${says}; the Host handed over is not that of PUBLIC_URL`);
}

/** The answer, or why there is none. */
async function ask(publicUrl: string, authorization: string): Promise<ProxyAnswer | string> {
  try {
    const answer = await fetch(`${publicUrl}${PROXY_QUESTION}`, {
      headers: { authorization, 'x-forwarded-for': CLAIMED_ADDRESS },
      redirect: 'manual',
      signal: AbortSignal.timeout(WAIT_MS),
    });
    return answer.ok
      ? ((await answer.json()) as ProxyAnswer)
      : `${publicUrl} answers ${answer.status}, so no server of this shop and version is behind it`;
  } catch (error) {
    return `${publicUrl}: ${sentenceOf(error instanceof TypeError && error.cause ? error.cause : error)}`;
  }
}

async function questionKey(client: pg.Client, sealingKeys: SealingKeys): Promise<Buffer | null> {
  const { rows } = await client.query<{ kid: string; material: Record<string, unknown> }>(
    "select kid, material from auth.keys where kind = 'secret'",
  );
  const [row] = rows;
  if (!row) return null;
  const { secret } = unseal(row.kid, row.material, sealingKeys);
  return deriveKey(Buffer.from(String(secret), 'base64url'), PROXY_QUESTION_KEY);
}
