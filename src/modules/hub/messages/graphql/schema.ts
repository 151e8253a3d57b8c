import './queries.ts';
