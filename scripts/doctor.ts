import './check-node.ts';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { examine } from './doctor/examine.ts';
import { exitCodes, type Finding, lightOf } from './doctor/finding.ts';
import { readSettings } from './doctor/read-settings.ts';
import { reportJson, reportText } from './doctor/report.ts';

const usage = `Checks what Earshot depends on, with the settings of the server, while it runs or before its first start: the
database, the secret, clocks, the disk, audio storage, mail, Stripe and the addresses.

  npm run doctor -- [--env-file FILE] [--mail-to ADDRESS] [--json]

It changes nothing. It writes, reads and deletes a temporary object in the audio storage and in a bucket for backups. With
--mail-to, it sends one email to ADDRESS. The exit code is 0 if everything is green, 1 if something is yellow, 2 if something is
red, and 3 if the command line is invalid.`;

const wrongUsage = 3;

function readOptions(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { json: { type: 'boolean' }, 'mail-to': { type: 'string' }, help: { type: 'boolean' } },
    });
    const mailTo = z.email().optional().safeParse(values['mail-to']);
    if (values.help || !mailTo.success) return undefined;
    return { json: values.json ?? false, mailTo: mailTo.data };
  } catch {
    return undefined;
  }
}

function report(findings: readonly Finding[], json: boolean): void {
  process.stdout.write(json ? reportJson(findings) : reportText(findings));
  process.exitCode = exitCodes[lightOf(findings)];
}

const commandLine = process.argv.slice(2);
const { config, words, findings } = readSettings(commandLine);
const options = readOptions(words);
if (!options) {
  process.stderr.write(`${usage}\n`);
  process.exit(wrongUsage);
}
if (config) report([...findings, ...(await examine(config, { mailTo: options.mailTo }))], options.json);
// The settings file could not be read, so the options after it were not parsed.
else report(findings, options.json || commandLine.includes('--json'));
