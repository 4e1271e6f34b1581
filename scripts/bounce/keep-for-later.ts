/** What a mail server takes as: keep the message and try again later. Any other code would send the report back. */
const tryAgainLater = 75;

// Whatever ends the command but a verdict: a setting, the wrong Node, a database that is away, an error of its own.
process.on('exit', (code) => {
  if (code !== 0) process.exitCode = tryAgainLater;
});
