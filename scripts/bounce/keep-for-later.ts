/** EX_TEMPFAIL: the mail server keeps the message and tries again. Other codes would bounce the report. */
const tryAgainLater = 75;

// Covers every failure, including bad settings, the wrong Node and an unreachable database.
process.on('exit', (code) => {
  if (code !== 0) process.exitCode = tryAgainLater;
});
