import { schema } from '../schema.ts';
import { describeRest } from './docs.ts';
import { routes } from './routes.ts';

/** For linters that read files. */
process.stdout.write(JSON.stringify(describeRest(schema, routes, 'https://campaigns.example'), null, 2));
