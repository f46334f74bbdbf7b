import { rawRate } from './measure/raw-load.ts';
import { compareRates, startBare, startServer } from './measure/server.ts';
import { type Figure, kilobytes, percent, perSecond } from './measure/table.ts';

/** A prerendered page beside a bare node:http answer of the same size. */
export default async function staticPage(): Promise<Figure[]> {
  const server = await startServer();
  try {
    const page = `${server.url}/usb-packages`;
    const headers = { 'accept-encoding': 'gzip, deflate, br' };
    const bytes = Number((await fetch(page, { headers, method: 'HEAD' })).headers.get('content-length'));
    const bare = await startBare('bare-http.ts', { BYTES: String(bytes) });
    try {
      const rates = await compareRates({
        ours: (seconds) => rawRate(page, { headers, seconds }),
        bare: (seconds) => rawRate(bare.url, { headers, seconds }),
      });
      return [
        {
          what: `GET /usb-packages (${kilobytes(bytes)} sent)`,
          measured: perSecond(rates.ours),
          comparison: `${perSecond(rates.bare)} bare: ${percent(rates.ours, rates.bare)}`,
          target: '≥ 50 %',
          met: rates.ours >= rates.bare / 2,
        },
      ];
    } finally {
      bare.stop();
    }
  } finally {
    await server.stop();
  }
}
