import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { companyConfiguration } from './scripts/company-configuration.ts';
import { apiContract } from './scripts/vite-api-contract.ts';
import { withoutPageFiles } from './scripts/vite-page-files.ts';

/** What every page needs comes in two files instead of thirty: on a phone each request costs more than its few lines. */
const framework = { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 4 };
const frame = {
  name: 'frame',
  test: /\/web\/app\/(shell\/(offline-banner|navigation-guard|sign-out|header|footer|logo|skip-link|site|loading-screen|early-click|service-worker|use-active-anchor|errors\/(error-page|failure-page|report-problem)|seo\/(page-meta|structured-data))|ui\/(button|leaving|link|section-head|badge|overlay\/toast)|typed\/(use-send-when-online|waiting)|stored|end-queued-sessions|return-path|session|single-flight)(\.module)?\.(tsx?|css)$|\/domain\/(pages|company|typography|plural|time|money|copy|shell\/copy)\.ts$/,
  priority: 3,
};

/** What the lists of the back office and the report of a campaign have in common: fewer names in the manifest of routes, which every page loads. */
const lists = {
  name: 'lists',
  test: /\/web\/app\/(subject-link|pointed|admin\/(admin-list|freshness|head-figure|list-order|list-place|list-tools|new-rows|merge-first-page|selection-bar|use-admin-list|use-dialog-row|use-first-page|use-row-changes)|ui\/(media\/bar-chart|part\/(data-part|part-state)|table\/(table|use-row-stops|empty|load-more|use-row-selection)))(\.module)?\.(tsx?|css)$/,
  priority: 1,
};

/** Dialogs, fields, and how the server is asked: what every dialog is made of, before what lists or longer forms have in common. */
const dialogs = {
  name: 'dialogs',
  test: /\/web\/app\/(write-keys|api|api-client|ui\/(save-file|overlay\/(dialog|dialog-frame|confirm-dialog|leave-question)|form\/(form-problem|field)))(\.module)?\.(tsx?|css)$|\/@base-ui\/react\/(dialog|alert-dialog)\//,
  priority: 2,
};

/** What pages with forms have in common. */
const forms = {
  name: 'forms',
  test: /\/web\/app\/(wrong-fields|auth\/use-wait|typed\/kept-text|ui\/form\/(field-section|unsaved-text-guard|use-typed))(\.module)?\.(tsx?|css)$|\/domain\/(plain-text|shapes|phone|postal-code|contact-shapes)\.ts$|node_modules\/(react-hook-form|@hookform)\//,
  priority: 1,
};

/** What pages with prices have in common. */
const catalogue = {
  name: 'catalogue',
  test: /\/domain\/(catalogue\/catalogue|prices|advertising\/package-title|legal\/articles-copy)\.ts$/,
  priority: 1,
};

/** Of the parts of forms, what a public page needs as well. */
const writes = { name: 'write', test: /\/web\/app\/(write|error-message)\.ts$/, priority: 2 };

/** Short hashes: every page loads the names of all scripts. Styles, pictures and fonts keep those that prerendered pages name. */
const builtNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
};

export default defineConfig({
  plugins: [apiContract(), withoutPageFiles(), reactRouter()],
  // Prerendered pages say it, so the browser must say the same in every later year, or React draws the page anew.
  define: { ...companyConfiguration(process.env), BUILD_YEAR: String(new Date().getFullYear()) },
  publicDir: 'web/public',
  envPrefix: ['PUBLIC_', 'STORAGE_PUBLIC_'],
  /** Short names: those of all styles are in the scripts that load first. */
  css: { modules: { generateScopedName: '_[hash:base64:5]' } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 2048,
    cssMinify: 'lightningcss',
    // What is imported late from one place is imported early from others, on purpose (docs/decisions/081).
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            ...builtNames,
            codeSplitting: { groups: [framework, frame, writes, lists, dialogs, forms, catalogue] },
          },
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/auth/v1', '/storage', '/k', '/webhooks', '/sandbox', '/healthz', '/readyz'].map((path) => [
        path,
        `http://127.0.0.1:${process.env.PORT ?? 3000}`,
      ]),
    ),
  },
});
