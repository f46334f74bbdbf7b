import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/*/schema.ts',
    './server/playout/tvs/schema.ts',
    './server/integrations/*/schema.ts',
    './server/platform/*.schema.ts',
  ],
  schemaFilter: ['public', 'auth'],
  out: './server/migrations',
});
