import { restSchema } from '../schema.ts';
import { describeRest } from './docs.ts';
import { routes } from './routes.ts';

/** For linters that read files. */
process.stdout.write(JSON.stringify(describeRest(restSchema, routes, 'https://campaigns.example'), null, 2));
