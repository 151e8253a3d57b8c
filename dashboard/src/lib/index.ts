export { type FragmentType, read } from '../gql/fragment-masking.ts';
export * from './client.ts';
export * from './format.ts';
export * from './router.tsx';
