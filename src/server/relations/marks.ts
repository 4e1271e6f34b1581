import { mailboxOf } from '../accounts/emails/email-rules.ts';
import { householdPrefix, isLoopback } from '../accounts/limits/address-prefix.ts';
import { addressFingerprint, deviceFingerprint, fingerprint } from '../accounts/limits/fingerprint.ts';
import type { Client } from '../caller.ts';
import type { ServerKeys } from '../server-keys.ts';

/** What two accounts can have in common. A domain is one where one person may own all addresses. */
type EvidenceKind = 'network' | 'device' | 'mailbox' | 'domain';

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

/** The marks of an act: where it came from, and whose mailbox stands behind it. */
export function marksOf(keys: ServerKeys, { address, deviceMark }: Client, emailNormalized: string): Mark[] {
  const domain = domainOf(mailboxOf(emailNormalized));
  return [
    ...(tellsNetwork(address) ? [{ kind: 'network', mark: addressFingerprint(keys, address) } as const] : []),
    ...(deviceMark ? [{ kind: 'device', mark: deviceFingerprint(keys, deviceMark) } as const] : []),
    { kind: 'mailbox', mark: fingerprint(keys, `mailbox ${mailboxOf(emailNormalized)}`) },
    ...(publicDomains.has(domain)
      ? []
      : [{ kind: 'domain', mark: fingerprint(keys, `domain ${domain}`) } as const]),
  ];
}
