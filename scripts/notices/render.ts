import { writeFileSync } from 'node:fs';
import { thirdPartyNotices } from './notices.ts';

/** `npm run render:notices`: writes THIRD-PARTY-NOTICES.txt. */
writeFileSync(new URL('../../THIRD-PARTY-NOTICES.txt', import.meta.url), thirdPartyNotices());
