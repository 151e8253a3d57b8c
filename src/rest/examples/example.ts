/** By the operation name of the document. */
export type Examples = Readonly<Record<string, { readonly request?: unknown; readonly response?: unknown }>>;

export const TEAM_ID = '01a1f8d3-ea00-7022-8001-000000000001';
