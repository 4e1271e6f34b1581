import { findBrowser } from './find-browser.ts';

process.stdout.write(`${findBrowser()}\n`);
