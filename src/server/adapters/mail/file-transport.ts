import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type Clock, machineClock } from '../../foundation/clock.ts';
import {
  type Mail,
  type Mailbox,
  type MailTransport,
  mailMessage,
  type StoredMail,
} from './mail-transport.ts';

export interface FileOptions {
  readonly folder: string;
  /** The address that emails are sent from. */
  readonly from: string;
  /** Names and dates the files; the machine's clock by default. */
  readonly clock?: Clock;
}

export interface FileTransport extends MailTransport, Mailbox {}

const idForm = /^\d{8}T\d{9}Z-[a-z0-9@._+-]{0,80}-[a-z0-9-]{1,40}$/;

const idOf = (mail: Mail, at: Date): string => {
  const time = at.toISOString().replace(/[-:.]/g, '');
  const recipient = mail.to.address.toLowerCase().replace(/[^a-z0-9@._+-]/g, '-');
  const id = mail.id.toLowerCase().replace(/[^a-z0-9-]/g, '');
  return `${time}-${recipient.slice(0, 80)}-${id.slice(0, 40)}`;
};

/**
 * For machines without SMTP: writes each email as an .eml file, named by time and recipient, with a .json file for the
 * mailbox page. Emails contain links that sign people in, so only the server's user may read the folder.
 */
export function fileTransport({ folder, from, clock = machineClock }: FileOptions): FileTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const write = async (name: string, content: string | Buffer) => {
    const unfinished = join(folder, `.${name}.unfinished`);
    await writeFile(unfinished, content, { mode: 0o600 });
    await rename(unfinished, join(folder, name));
  };
  const read = async (id: string): Promise<StoredMail | undefined> => {
    if (!idForm.test(id)) return undefined;
    const content = await readFile(join(folder, `${id}.json`), 'utf8').catch(absent);
    if (content === undefined) return undefined;
    const stored: Omit<StoredMail, 'at'> & { at: string } = JSON.parse(content);
    return { ...stored, id, at: new Date(stored.at) };
  };
  return {
    send: async (mail) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const at = clock.now();
      const id = idOf(mail, at);
      const { message } = await composer.sendMail({ ...mailMessage(from, mail), date: at });
      if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed into a buffer.');
      await write(`${id}.json`, JSON.stringify({ ...mail, at }));
      await write(`${id}.eml`, message);
    },
    list: async (most) => {
      const names = (await readdir(folder).catch(absent)) ?? [];
      const ids = names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -4));
      const newest = ids.sort().reverse().slice(0, most);
      const mails = await Promise.all(newest.map(read));
      return mails.filter((mail) => mail !== undefined);
    },
    read,
  };
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
