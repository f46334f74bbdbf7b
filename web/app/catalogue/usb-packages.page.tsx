import { devicePackages } from '#domain/catalogue/catalogue.ts';

export default function UsbPackagesPage() {
  return devicePackages.map((item) => <p key={item.key}>{item.priceText}</p>);
}
