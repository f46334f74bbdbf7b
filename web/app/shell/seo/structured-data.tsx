/** Structured data for search engines (schema.org). */
export function StructuredData({ data }: { data: Record<string, unknown> }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own, with nothing left that could end the element
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
