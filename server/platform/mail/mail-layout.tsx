import { Fragment, type ReactNode } from 'react';
import { BAR_COLOURS } from '#domain/bar-colours.ts';
import { company } from '#domain/company.ts';
import { mailFrame, type Reader } from '#domain/mail-copy.ts';

/** Our look in the little that every mail program understands: tables, inline styles, no pictures from outside. */
const ink = '#0F1A24';
const paper = '#F4EEE2';
const card = '#FCF9F2';
const muted = '#565B57';
const font = "Onest, 'Segoe UI', Helvetica, Arial, sans-serif";
/** Programs that show mail in the dark keep our contrast; narrow screens get the full width. Inline styles serve the rest. */
const DARK_AND_NARROW = `
  @media (prefers-color-scheme: dark) {
    .paper { background-color: #14181B !important; }
    .card { background-color: #1D2429 !important; border-color: #4A5257 !important; color: #F4EEE2 !important; }
    .card td, .card p { color: #F4EEE2 !important; border-color: #4A5257 !important; }
    .quiet, .quiet p, .quiet a, td.quiet { color: #B8B2A6 !important; }
    .card .action, .card .action a { color: #0F1A24 !important; border-color: #FFC51F !important; }
  }
  @media (max-width: 640px) { .card { width: 100% !important; } }
`;
/** A word that is longer than a phone is wide, like an address, is broken instead of making the mail wider. */
const narrow = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const;
const block = { margin: '0 0 18px', ...narrow };

interface Page {
  preview: string;
  publicUrl: string;
  reader: Reader;
  body: ReactNode;
}

export function MailPage({ preview, publicUrl, reader, body }: Page) {
  return (
    <html lang="sr-Latn">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{DARK_AND_NARROW}</style>
      </head>
      <body
        className="paper"
        style={{
          margin: 0,
          padding: 0,
          backgroundColor: paper,
          color: ink,
          fontFamily: font,
          fontSize: 17,
          lineHeight: 1.55,
        }}
      >
        <div data-skip-in-text="true" style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>
          {preview}
        </div>
        <table
          role="presentation"
          width="100%"
          cellPadding={0}
          cellSpacing={0}
          className="paper"
          style={{ backgroundColor: paper }}
        >
          <tbody>
            <tr>
              <td align="center" style={{ padding: '28px 12px 40px' }}>
                <table
                  role="presentation"
                  className="card"
                  width={600}
                  cellPadding={0}
                  cellSpacing={0}
                  style={{ maxWidth: 600, border: `2px solid ${ink}`, backgroundColor: card }}
                >
                  <tbody>
                    <Brand />
                    <tr>
                      <td colSpan={6} style={{ padding: '10px 32px 30px', color: ink }}>
                        <p style={block}>{mailFrame.greeting}</p>
                        {body}
                        <p style={{ margin: '26px 0 0', fontWeight: 600 }}>{mailFrame.signature}</p>
                      </td>
                    </tr>
                    <Foot publicUrl={publicUrl} reader={reader} />
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

/** The colours and the name. */
function Brand() {
  return (
    <>
      <tr data-skip-in-text="true">
        {BAR_COLOURS.map((bar) => (
          <td key={bar} height={8} style={{ backgroundColor: bar, fontSize: 0, lineHeight: 0 }}>
            &nbsp;
          </td>
        ))}
      </tr>
      <tr>
        <td
          colSpan={6}
          data-skip-in-text="true"
          style={{
            padding: '26px 32px 6px',
            fontSize: 30,
            fontWeight: 800,
            letterSpacing: '-0.04em',
            color: ink,
          }}
        >
          {company.brand.toLowerCase()}
        </td>
      </tr>
    </>
  );
}

/** Why it was sent, by whom, and how data are handled. */
function Foot({ publicUrl, reader }: Pick<Page, 'publicUrl' | 'reader'>) {
  return (
    <tr>
      <td
        colSpan={6}
        className="paper quiet"
        style={{
          padding: '18px 32px 24px',
          borderTop: `1px solid ${ink}`,
          backgroundColor: paper,
          color: muted,
          fontSize: 13,
          lineHeight: 1.5,
        }}
      >
        <p style={{ margin: '0 0 8px' }}>{mailFrame.why[reader](company.email)}</p>
        <p style={{ margin: '0 0 8px' }}>{mailFrame.seller(company)}</p>
        <p style={{ margin: 0 }}>
          <a href={`${publicUrl}/personal-data-processing`} data-link="true" style={{ color: muted }}>
            {mailFrame.privacy}
          </a>
        </p>
      </td>
    </tr>
  );
}

/** Of what somebody typed. */
const linesOf = (text: string) => text.split(/[\r\n]+/);

/** Text of several lines is as many paragraphs: what people typed keeps its lines. */
export const Paragraph = ({ children }: { children: ReactNode }) =>
  typeof children === 'string' ? (
    linesOf(children).map((line) => (
      <p key={line} style={block}>
        {line}
      </p>
    ))
  ) : (
    <p style={block}>{children}</p>
  );

/** The mail's one action; the whole address stands below it for those whose button does not work. */
export function Action({ href, children }: { href: string; children: ReactNode }) {
  return (
    <>
      <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '26px 0 14px' }}>
        <tbody>
          <tr>
            <td className="action" style={{ backgroundColor: '#FFC51F', border: `2px solid ${ink}`, borderRadius: 4 }}>
              <a
                href={href}
                data-link="true"
                style={{
                  display: 'inline-block',
                  padding: '14px 26px',
                  color: ink,
                  fontWeight: 700,
                  textDecoration: 'none',
                }}
              >
                {children}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <p
        data-skip-in-text="true"
        className="quiet"
        style={{ margin: '0 0 22px', fontSize: 13, lineHeight: 1.45, color: muted, wordBreak: 'break-all' }}
      >
        {mailFrame.fallback} {href}
      </p>
    </>
  );
}

/** Facts as label and value, one under the other. */
export function Facts({ rows }: { rows: [label: string, value: string][] }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ margin: '0 0 20px', borderTop: `1px solid ${ink}` }}
    >
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label} data-fact="true">
            <td
              style={{
                padding: '9px 14px 9px 0',
                borderBottom: '1px solid #CBC1AD',
                color: muted,
                fontSize: 15,
                verticalAlign: 'top',
                width: '38%',
              }}
            >
              {label}
            </td>
            <td
              style={{ padding: '9px 0', borderBottom: '1px solid #CBC1AD', fontWeight: 600, fontSize: 15, ...narrow }}
            >
              {linesOf(value).map((line, at) => (
                <Fragment key={line}>
                  {at > 0 && <br />}
                  {line}
                </Fragment>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A link inside a paragraph. */
export const InLine = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} data-link="true" style={{ color: 'inherit' }}>
    {children}
  </a>
);

/** A code to be read and typed. */
export const Code = ({ children }: { children: ReactNode }) => (
  <p style={{ margin: '6px 0 20px', fontSize: 34, fontWeight: 800, letterSpacing: '0.14em' }}>{children}</p>
);
