import { mailboxOf } from '../accounts/emails/email-rules.ts';
import { householdPrefix, isLoopback } from '../accounts/limits/address-prefix.ts';
import { addressFingerprint, deviceFingerprint, fingerprint } from '../accounts/limits/fingerprint.ts';
import type { Client } from '../caller.ts';
import type { ServerKeys } from '../server-keys.ts';

/** What two accounts can have in common. A domain is one where one person may own all addresses. */
type EvidenceKind = 'network' | 'device' | 'script' | 'mailbox' | 'domain';

export interface Mark {
  readonly kind: EvidenceKind;
  /** Blinded: equal marks look equal, and nobody without the server's secret can tell what they were. */
  readonly mark: string;
}

/** Providers with so many people that one domain in common says nothing. */
const publicDomains = new Set(
  (
    'gmail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr live.com msn.com yahoo.com yahoo.co.uk yahoo.fr yahoo.de ' +
    'yahoo.co.jp ymail.com icloud.com me.com mac.com aol.com proton.me protonmail.com pm.me tutanota.com tuta.com gmx.de ' +
    'gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de mail.com mail.ru yandex.ru yandex.com bk.ru list.ru ' +
    'inbox.ru rambler.ru qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net orange.fr wanadoo.fr free.fr ' +
    'laposte.net sfr.fr libero.it virgilio.it tiscali.it alice.it wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz ' +
    'abv.bg ukr.net telenet.be skynet.be ziggo.nl kpnmail.nl hetnet.nl uol.com.br bol.com.br terra.com.br rediffmail.com ' +
    'comcast.net verizon.net att.net sbcglobal.net cox.net btinternet.com sky.com virginmedia.com talktalk.net ' +
    'bigpond.com optusnet.com.au shaw.ca rogers.com sympatico.ca fastmail.com zoho.com hey.com bluewin.ch docomo.ne.jp'
  ).split(' '),
);

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);

/** The machine itself, where one person tries several accounts, and clients that a proxy does not name relate nobody. */
const tellsNetwork = (address: string) => !isLoopback(address) && householdPrefix(address) !== 'unknown';

/** A mailbox, whatever dots and plus-parts its address is written with. */
export const mailboxMark = (keys: ServerKeys, emailNormalized: string): string =>
  fingerprint(keys, `mailbox ${mailboxOf(emailNormalized)}`);

/** What a payment was made with. */
export const cardMark = (keys: ServerKeys, card: string): string => fingerprint(keys, `card ${card}`);

/** The marks of an act: where it came from, and whose mailbox stands behind it. */
export function marksOf(keys: ServerKeys, client: Client, emailNormalized: string): Mark[] {
  const mailbox = mailboxOf(emailNormalized);
  const domain = domainOf(mailbox);
  const marks: Mark[] = [{ kind: 'mailbox', mark: mailboxMark(keys, emailNormalized) }];
  if (!publicDomains.has(domain)) marks.push({ kind: 'domain', mark: fingerprint(keys, `domain ${domain}`) });
  return [...marks, ...marksOfPlace(keys, client)];
}

/** Every browser carries a mark. Programs that carry none count as one with all such programs of their network. */
function marksOfPlace(keys: ServerKeys, { address, deviceMark }: Client): Mark[] {
  const network = tellsNetwork(address) ? addressFingerprint(keys, address) : undefined;
  const marks: Mark[] = network === undefined ? [] : [{ kind: 'network', mark: network }];
  if (deviceMark) marks.push({ kind: 'device', mark: deviceFingerprint(keys, deviceMark) });
  else if (network !== undefined) {
    marks.push({ kind: 'script', mark: fingerprint(keys, `without a browser ${network}`) });
  }
  return marks;
}
