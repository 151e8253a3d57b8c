import './mutations.ts';
import './queries.ts';
