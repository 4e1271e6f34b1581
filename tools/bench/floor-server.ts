import { createServer } from 'node:http';
import { Pool } from 'pg';
import { columnParsers } from '#server/adapters/database/connections/postgres-database.ts';
import { clientConfig } from '#server/adapters/database/database-address.ts';
import { FloorSetting, runScript, Script } from './statement-scripts.ts';

// A lower bound for answering: Node's own HTTP and `pg` with the same SQL, with no authentication or checks.
const setting = FloorSetting.parse(JSON.parse(process.argv[2] ?? ''));
const pool = new Pool({
  ...clientConfig(setting.address, 'earshot_app', ['timezone=UTC']),
  max: 20,
  types: columnParsers,
});

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const [, call = '', place = '0'] = (request.url ?? '').split('/');
    if (text !== '') JSON.parse(text);
    runScript(pool, setting, Script.parse(call), Number(place))
      .then((rows) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(rows));
      })
      .catch((error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      });
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address ? address.port : 0);
});
process.on('disconnect', () => process.exit());
