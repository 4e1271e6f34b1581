const needed = 26;
const [major = 0] = process.versions.node.split('.').map(Number);

/** Stops with instructions if this is not the project's own version of Node. */
if (major < needed) {
  process.stderr.write(
    `Earshot runs on Node ${needed}, which "npm ci" installs; this is Node ${process.versions.node}.\n` +
      'Start it through npm (for example "npm start"), or with "node scripts/node.mjs" before the name of the script.\n',
  );
  process.exit(1);
}
