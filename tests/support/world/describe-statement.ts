import type { Client, Connection } from 'pg';

/** What PostgreSQL says about a statement without running it. */
export interface DescribedStatement {
  /** Type names in the order of the parameters. */
  readonly parameters: readonly string[];
  /** Type names by column. */
  readonly columns: Readonly<Record<string, string>>;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Parses a statement on the server as `pg` would for a prepared one, and asks for its parameters and columns. */
export async function describeStatement(client: Client, text: string): Promise<DescribedStatement> {
  const described = await parse(client, text);
  const ids = [...described.parameters, ...described.fields.map((field) => field.dataTypeID)];
  const { rows } = await client.query<{ id: number; type: string }>(
    'select id::int, format_type(id, null) as type from unnest($1::oid[]) as id',
    [ids],
  );
  const types = new Map(rows.map(({ id, type }) => [id, type]));
  const named = (id: number) => types.get(id) ?? 'unknown';
  return {
    parameters: described.parameters.map(named),
    columns: Object.fromEntries(described.fields.map((field) => [field.name, named(field.dataTypeID)])),
  };
}

function parse(client: Client, text: string): Promise<{ parameters: number[]; fields: Field[] }> {
  return new Promise((resolve, reject) => {
    let parameters: number[] = [];
    let fields: Field[] = [];
    let failure: Error | undefined;
    // The messages of the extended protocol that `pg` never sends alone: Parse, Describe, Sync.
    client.query({
      submit(connection: Connection) {
        connection.once('parameterDescription', (message: { dataTypeIDs: number[] }) => {
          parameters = message.dataTypeIDs;
        });
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription(message: { fields: Field[] }) {
        fields = message.fields;
      },
      handleError(error: Error) {
        failure = error;
        reject(error);
      },
      handleReadyForQuery() {
        if (!failure) resolve({ parameters, fields });
      },
    } as { submit(connection: Connection): void }); // the handlers are what Client calls back, untyped in @types/pg
  });
}
