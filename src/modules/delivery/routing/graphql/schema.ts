import './queries.ts';
import './mutations.ts';
