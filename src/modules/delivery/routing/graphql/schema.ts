import './queries.ts';
import './mutations.ts';
import './providers.ts';
