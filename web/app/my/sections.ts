import type { ComponentType } from 'react';
import { account as copy } from '#domain/accounts/my-copy.ts';
import { MyDevices } from '../devices/my-devices.tsx';
import { MyNetwork } from '../network/my-network.tsx';
import type { Account } from '../session.ts';
import { lazyComponent } from '../ui/late/lazy-component.tsx';
import { MyAdvertising } from './my-advertising.tsx';
import { MyData } from './my-data.tsx';
import { MyProfile } from './my-profile.tsx';
import { MyPurchases } from './my-purchases.tsx';
import { MySecurity } from './security/my-security.tsx';

/** Its names stay out of the manifest of routes, which every page loads. */
const MyRewards = lazyComponent(() => import('../rewards/my-rewards.tsx'), {
  size: 'part',
  title: copy.sections.rewards,
});

export interface Section {
  /** The fragment of its address; mails link to it. */
  id: string;
  name: string;
  Content: ComponentType<{ account: Account }>;
  /** Open while the account waits for approval. */
  forWaiting?: true;
}

/** The sections of „Moj nalog“ in the order of its menu. */
export const sections: readonly Section[] = [
  { id: 'profil', name: copy.sections.profile, Content: MyProfile },
  { id: 'narudzbine', name: copy.sections.orders, Content: MyPurchases },
  { id: 'reklame', name: copy.sections.advertising, Content: MyAdvertising },
  { id: 'mreza', name: copy.sections.network, Content: MyNetwork },
  { id: 'televizori', name: copy.sections.devices, Content: MyDevices },
  { id: 'nagrade', name: copy.sections.rewards, Content: MyRewards },
  { id: 'bezbednost', name: copy.sections.security, Content: MySecurity, forWaiting: true },
  { id: 'podaci', name: copy.sections.data, Content: MyData, forWaiting: true },
];
