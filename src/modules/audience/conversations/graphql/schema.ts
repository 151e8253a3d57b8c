import './queries.ts';
import './mutations.ts';
import './keyword-mutations.ts';
