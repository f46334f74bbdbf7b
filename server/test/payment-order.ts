import { readFileSync } from 'node:fs';
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm';

const schema = XmlDocument.fromString(readFileSync(new URL('./payment-order.xsd', import.meta.url), 'utf8'));
const validator = XsdValidator.fromDoc(schema);

/** Where a payment order differs from what our schema allows of ISO 20022; throws when it is no XML. */
export function schemaFaultsOf(xml: string): string[] {
  const document = XmlDocument.fromString(xml);
  try {
    validator.validate(document);
    return [];
  } catch (error) {
    if (error instanceof XmlValidateError) return error.details.map(({ message }) => message.trim());
    throw error;
  } finally {
    document.dispose();
  }
}
