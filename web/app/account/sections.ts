import type { ComponentType } from 'react';
import { account as copy } from '#domain/account/copy.ts';
import { MyData } from '../accounts/my-data.tsx';
import { MyProfile } from '../accounts/my-profile.tsx';
import { MySecurity } from '../accounts/my-security.tsx';
import { MyDevices } from '../devices/my-devices.tsx';
import { MyNetwork } from '../network/my-network.tsx';
import type { Account } from '../session.ts';
import { MyAdvertising } from './my-advertising.tsx';
import { MyPurchases } from './my-purchases.tsx';

export interface Section {
  /** Stands in the address behind `#`; mails link to it. */
  id: string;
  name: string;
  Content: ComponentType<{ account: Account }>;
}

/** What „my account“ is made of, in the order of its menu: one line for each section. */
export const sections: readonly Section[] = [
  { id: 'profil', name: copy.sections.profile, Content: MyProfile },
  { id: 'narudzbine', name: copy.sections.orders, Content: MyPurchases },
  { id: 'reklame', name: copy.sections.advertising, Content: MyAdvertising },
  { id: 'mreza', name: copy.sections.network, Content: MyNetwork },
  { id: 'televizori', name: copy.sections.devices, Content: MyDevices },
  { id: 'bezbednost', name: copy.sections.security, Content: MySecurity },
  { id: 'podaci', name: copy.sections.data, Content: MyData },
];
