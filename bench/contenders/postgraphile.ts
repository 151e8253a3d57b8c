import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { pgSmartTags } from 'postgraphile/utils';
import { databaseUrl, poolSize, port } from './environment.ts';

/** PostGraphile 5: the schema derived from the tables, every request planned by Grafast. */
const tags = pgSmartTags([
  ...['sms_campaigns', 'sms_sends', 'logs'].flatMap((table) =>
    ['created_at', 'id'].map((column) => ({
      kind: 'attribute' as const,
      match: `${table}.${column}`,
      tags: { behavior: '+orderBy' },
    })),
  ),
  {
    kind: 'class',
    match: 'logs',
    // Logs name their subject by type and id, so the database has no foreign key to derive this from.
    tags: {
      foreignKey: '(team_id, caller_id) references sms_sends (team_id, id)|@fieldName send|@foreignFieldName logs',
    },
  },
]);

const preset = {
  extends: [PostGraphileAmberPreset],
  plugins: [tags],
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [makePgService({ connectionString: databaseUrl, schemas: ['public'], poolConfig: { max: poolSize } })],
  grafserv: { port, graphiql: false, watch: false },
  grafast: { explain: false },
};

const server = createServer();
await postgraphile(preset).createServ(grafserv).addTo(server);
server.listen(port, '127.0.0.1');
