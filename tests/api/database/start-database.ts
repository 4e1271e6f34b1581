import { startEmbeddedPostgres } from '#server/adapters/database/embedded/embedded-postgres.ts';

// A server in small, for the tests of the launcher: it starts the database, says so and waits to be killed.
const [dataDirectory] = process.argv.slice(2);
if (!dataDirectory) throw new Error('Which data directory?');
const { adopted, stop } = await startEmbeddedPostgres({ dataDirectory, throwAway: true });
process.stdin.resume();
process.on('SIGTERM', () => {
  stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
console.log(adopted ? 'adopted' : 'started');
