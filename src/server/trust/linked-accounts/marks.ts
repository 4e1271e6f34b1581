import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Client } from '../../foundation/caller.ts';
import type { ServerKeys } from '../../foundation/server-keys.ts';
import { mailboxOf } from '../../identity/emails/email-rules.ts';
import {
  addressFingerprint,
  deviceFingerprint,
  fingerprint,
  householdPrefix,
  isLoopback,
  widestPrefix,
} from '../../identity/fingerprint.ts';
import { emailOf } from './evidence-store.ts';

/** What two accounts can share. Only email domains that one person may own count. */
type EvidenceKind = 'network' | 'device' | 'script' | 'mailbox' | 'domain' | 'started';

export interface Mark {
  readonly kind: EvidenceKind;
  /** A keyed hash: equal marks are equal, and only the server's secret could reveal the original. */
  readonly mark: string;
}

/** Email providers so large that sharing the domain means nothing. */
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

/**
 * Addresses that are no evidence: this machine itself, where one person tries several accounts, and unknown clients behind a
 * proxy.
 */
const tellsNetwork = (address: string) => !isLoopback(address) && householdPrefix(address) !== 'unknown';

/** The widest network that the sender may hold; undefined if the address tells nothing. */
export const senderMark = (keys: ServerKeys, { address }: Client): string | undefined =>
  tellsNetwork(address) ? fingerprint(keys, `sender ${widestPrefix(address)}`) : undefined;

/** A mailbox, ignoring dots and plus-parts in its address. */
export const mailboxMark = (keys: ServerKeys, emailNormalized: string): string =>
  fingerprint(keys, `mailbox ${mailboxOf(emailNormalized)}`);

/** The card or account that a payment was made with. */
export const cardMark = (keys: ServerKeys, card: string): string => fingerprint(keys, `card ${card}`);

/** The marks of a request: its network and device, and the mailbox of its account. */
export function marksOf(keys: ServerKeys, client: Client, emailNormalized: string): Mark[] {
  const mailbox = mailboxOf(emailNormalized);
  const domain = domainOf(mailbox);
  const marks: Mark[] = [{ kind: 'mailbox', mark: mailboxMark(keys, emailNormalized) }];
  if (!publicDomains.has(domain)) marks.push({ kind: 'domain', mark: fingerprint(keys, `domain ${domain}`) });
  return [...marks, ...marksOfPlace(keys, client)];
}

/** Every browser has a device mark. Clients without one count as a single device of the widest network that one sender may hold. */
function marksOfPlace(keys: ServerKeys, { address, deviceMark }: Client): Mark[] {
  const network = tellsNetwork(address) ? addressFingerprint(keys, address) : undefined;
  const marks: Mark[] = network === undefined ? [] : [{ kind: 'network', mark: network }];
  if (deviceMark) marks.push({ kind: 'device', mark: deviceFingerprint(keys, deviceMark) });
  else if (network !== undefined) {
    marks.push({ kind: 'script', mark: fingerprint(keys, `without a browser ${widestPrefix(address)}`) });
  }
  return marks;
}

/** Where and on which day (UTC) an account began, during its first day. Strangers of one provider may share it. */
export function startMarks(
  keys: ServerKeys,
  { address }: Client,
  { createdAt, now }: { readonly createdAt: Date; readonly now: Date },
): Mark[] {
  if (!tellsNetwork(address) || now.getTime() - createdAt.getTime() > dayMilliseconds) return [];
  const day = createdAt.toISOString().slice(0, 10);
  return [{ kind: 'started', mark: fingerprint(keys, `started ${widestPrefix(address)} ${day}`) }];
}

/** The mark of an account's mailbox now, which may not have been recorded with an act yet. */
export async function ownMailboxMark(
  { keys }: Pick<Dependencies, 'keys'>,
  db: Queryable,
  userId: string,
): Promise<string> {
  const { emailNormalized } = await emailOf.only(db, { userId });
  return mailboxMark(keys, emailNormalized);
}
