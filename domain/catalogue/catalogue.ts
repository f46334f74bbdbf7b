import { eur, type Money } from '../money.ts';
import { copy } from './copy.ts';

/**
 * Everything with a price except the event. The server prices by product name from here; the price in a query string is
 * display only. Names, prices and counts are fixed; change them only together with the published price list.
 */
export interface DevicePackage {
  kind: 'device';
  key: 'one' | 'ten' | 'hundred';
  /** The product's name in the `product` parameter and in the order. */
  name: string;
  /** Shown to the letter; the price parser turns it into whole euros. */
  priceText: string;
  price: Money;
  deviceCount: number;
  featured: boolean;
}

export const devicePackages: readonly DevicePackage[] = [
  {
    kind: 'device',
    key: 'one',
    name: copy.devices.one.productName,
    priceText: '219€',
    price: eur(219),
    deviceCount: 1,
    featured: false,
  },
  {
    kind: 'device',
    key: 'ten',
    name: copy.devices.ten.productName,
    priceText: '1.999€',
    price: eur(1999),
    deviceCount: 10,
    featured: true,
  },
  {
    kind: 'device',
    key: 'hundred',
    name: copy.devices.hundred.productName,
    priceText: '17.999€',
    price: eur(17999),
    deviceCount: 100,
    featured: false,
  },
];

export interface AdvertisingPackage {
  kind: 'package';
  name: 'starter' | 'standard' | 'business' | 'pro' | 'ultra';
  price: Money;
  bannerCount: number;
  tvSeconds: number;
  mostPopular: boolean;
}

const monthly = (
  name: AdvertisingPackage['name'],
  euros: number,
  bannerCount: number,
  tvSeconds: number,
  mostPopular = false,
): AdvertisingPackage => ({
  kind: 'package',
  name,
  price: eur(euros),
  bannerCount,
  tvSeconds,
  mostPopular,
});

/** Monthly subscriptions: each paid invoice credits the counts once. */
export const advertisingPackages: readonly AdvertisingPackage[] = [
  monthly('starter', 99, 3_000, 30_000),
  monthly('standard', 249, 7_500, 75_000, true),
  monthly('business', 499, 15_000, 150_000),
  monthly('pro', 999, 35_000, 350_000),
  monthly('ultra', 4_999, 200_000, 2_000_000),
];

/** One payment for 30 days on 100 locations; it credits no counts. */
export const specialPackage = {
  kind: 'special',
  name: 'Specijalni Paket - 100 Lokacija',
  price: eur(1500),
  days: 30,
  locations: 100,
  everyMinutes: 30,
  opensAt: '08:00',
  closesAt: '00:00',
  viewsPerDay: 10_000,
  viewsPerMonth: 300_000,
} as const;
export type SpecialPackage = typeof specialPackage;

/** How the network of devices is planned to grow, and how long a starting price is kept: the marketing text's figures. */
export const networkPlan = {
  startDevices: 1_000,
  addedMonthly: 1_000,
  /** Of every thousand, how much goes to restaurants, cafes, receptions and salons. */
  venueShare: 0.1,
  promoMonths: 12,
} as const;

export type Product = DevicePackage | AdvertisingPackage | SpecialPackage;

const products: readonly Product[] = [...devicePackages, ...advertisingPackages, specialPackage];

/** The product sold under that exact name, `null` when there is none. */
export const productNamed = (name: string): Product | null => products.find((product) => product.name === name) ?? null;

/** The product that an address means, whatever the case of its letters. */
export function productMeant(name: string): Product | null {
  const wanted = name.toLowerCase();
  return products.find((product) => product.name.toLowerCase() === wanted) ?? null;
}
