import { product } from '#contract/product.ts';
import { escapeHtml } from '../../foundation/escape-html.ts';

/** The same event as shown in the product. */
interface NoticeText {
  readonly body: string;
  /** A page of the product. Links with a token are only sent by email. */
  readonly path: string | null;
}

/** The content of an email. Its recipient is stored in the outbox. */
export interface MailText {
  /** Null for an email that proves ownership of an address. */
  readonly notice: NoticeText | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Action {
  readonly label: string;
  readonly link: string;
}

interface Parts {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: Action;
  readonly closing: readonly string[];
  /** A second link, at the end. */
  readonly otherAction?: Action;
  /** It proves ownership of an address, or goes to someone who cannot sign in, or could not until now. */
  readonly isByMailOnly?: true;
}

/** The page that a link leads to; null if it leads elsewhere or carries a token. */
function pageOf(link: string): string | null {
  const { pathname, search } = new URL(link);
  if (pathname.startsWith('/artist/')) return `/app${pathname}`;
  return pathname.startsWith('/app/') ? pathname + search : null;
}

/** Brass with dark ink stays legible in the dark mode of email clients. */
const actStyle =
  'display:inline-block;background:#ffb224;color:#1c1205;padding:12px 24px;font-weight:600;text-decoration:none';
/** The product's own typeface if it is installed; email clients load no fonts. */
const typeface = "'Hanken Grotesk','Segoe UI',Helvetica,Arial,sans-serif";
/** Colors of the dark theme, for email clients that support it. */
const darkStyle =
  '@media (prefers-color-scheme:dark){body{background:#150e1a!important;color:#f6eff4!important}.panel{background:#1e1525!important}}';
/** Not every email client turns a URL into a link. */
const linked = (html: string) => html.replace(/https?:\/\/\S+/, '<a href="$&" style="color:inherit">$&</a>');
const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`;

/** An email that can be switched off says why it was sent and where to do that. */
export const optionalClosing = (publicUrl: string, why: string): string[] => [
  `You get this email because ${why}.`,
  `Turn off these emails in your settings: ${publicUrl}/app/settings#notifications`,
];

const inText = (action?: Action): string[] => (action ? [`${action.label}:\n${action.link}`] : []);
const inHtml = ({ label, link }: Action, style: string): string =>
  `<a href="${escapeHtml(link)}" style="${style}">${escapeHtml(label)}</a>`;

/** An email of plain paragraphs, a link and a closing, as text and as HTML. */
export function composeMail(parts: Parts): MailText {
  const { subject, paragraphs, action, closing, otherAction, isByMailOnly } = parts;
  const path = action === undefined ? null : pageOf(action.link);
  const notice = isByMailOnly ? null : { body: paragraphs.join('\n'), path };
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">',
    '<meta name="viewport" content="width=device-width">',
    `<style>${darkStyle}</style></head>`,
    `<body style="margin:0;padding:24px 12px;background:#f7f2f6;color:#241629;font:16px/1.5 ${typeface};overflow-wrap:anywhere;word-break:break-word">`,
    '<div class="panel" style="max-width:512px;margin:0 auto;padding:24px;background:#ffffff;border-top:4px solid #ffb224">',
    `<p style="margin:0 0 24px;font-size:24px;font-weight:800;font-stretch:condensed">${product.wordmark}</p>`,
    ...paragraphs.map((text) => paragraph(escapeHtml(text))),
    action ? `<p style="margin:24px 0">${inHtml(action, actStyle)}</p>` : '',
    ...closing.map((text) => paragraph(linked(escapeHtml(text)))),
    otherAction ? paragraph(inHtml(otherAction, 'color:inherit')) : '',
    '</div></body></html>',
  ].join('\n');
  const text = [...paragraphs, ...inText(action), ...closing, ...inText(otherAction), product.name].join(
    '\n\n',
  );
  return { subject, text: `${text}\n`, html, notice };
}
