import { LoginDocument } from '../../generated/rest-documents.ts';
import { eb1 } from '../error-bodies.ts';
import { property } from '../json-schema.ts';
import { type Route, route } from '../route.ts';

export const authRoutes: readonly Route[] = [
  route({
    operation: 'E2',
    method: 'POST',
    path: '/login',
    document: LoginDocument,
    body: ['email', 'password'],
    variables: ({ body }) => ({ input: body }),
    respond: ({ login }) => login,
    response: (selection) => property(selection, 'login'),
    errors: { UNAUTHENTICATED: eb1, TWO_FACTOR_REQUIRED: eb1 },
  }),
];
