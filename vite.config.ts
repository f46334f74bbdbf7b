import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { apiContract } from './scripts/vite-api-contract.ts';

export default defineConfig({
  plugins: [apiContract(), reactRouter()],
  publicDir: 'web/public',
  envPrefix: ['VITE_', 'PUBLIC_'],
  build: { target: 'es2022', assetsInlineLimit: 2048, cssMinify: 'lightningcss' },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/auth/v1', '/storage', '/webhooks', '/sandbox', '/healthz', '/readyz'].map((path) => [
        path,
        `http://127.0.0.1:${process.env.PORT ?? 3000}`,
      ]),
    ),
  },
});
