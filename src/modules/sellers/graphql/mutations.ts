import { tables } from '../../../database/tables.ts';
import { builder } from '../../../graphql/builder.ts';
import { DeletedRecord } from '../../../graphql/lists.ts';
import { deleteRecord } from '../../records/delete-record.ts';
import { MAY } from '../../teams/rules.ts';
import { createClientCompany, updateClientCompany } from '../companies.ts';
import { COMPANY, ENDPOINT } from '../kinds.ts';
import { createSellerEndpoint, rotateSellerEndpointCredentials, updateSellerEndpoint } from '../seller-endpoints.ts';
import {
  CreateClientCompanyInput,
  CreateSellerEndpointInput,
  RotateSellerEndpointCredentialsInput,
  UpdateClientCompanyInput,
  UpdateSellerEndpointInput,
} from './inputs.ts';
import { ClientCompanyType, RotatedCredentialsType, SellerEndpointType } from './types.ts';

const NONE = '`NOT_FOUND` when the team has none of this id';
const INVALID = '`VALIDATION_FAILED` names what is out of bounds or not the team’s';
const FORBIDDEN_PAIR =
  '`VALIDATION_FAILED` with `Forbidden username/password combination.` under both when the password contains the username or the username is taken';

builder.mutationFields((t) => {
  const id = () => t.arg.id({ required: true, description: 'Its id.' });
  return {
    createClientCompany: t.field({
      type: ClientCompanyType,
      access: 'viewer',
      creates: true,
      description: `Creates a company of the hub. ${INVALID}.`,
      args: { input: t.arg({ type: CreateClientCompanyInput, required: true, description: 'The company.' }) },
      resolve: (_root, { input }, ctx) => createClientCompany(ctx, input),
    }),
    updateClientCompany: t.field({
      type: ClientCompanyType,
      access: 'viewer',
      description: `Changes a company of the hub. ${NONE}, ${INVALID}.`,
      args: {
        id: id(),
        input: t.arg({ type: UpdateClientCompanyInput, required: true, description: 'What changes.' }),
      },
      resolve: (_root, args, ctx) => updateClientCompany(ctx, args.id, args.input),
    }),
    deleteClientCompany: t.field({
      type: DeletedRecord,
      access: 'viewer',
      description: `Deletes a company of the hub. ${NONE}, \`CONFLICT\` as long as it has endpoints or profit rules.`,
      args: { id: id() },
      resolve: (_root, args, ctx) => deleteRecord(ctx, COMPANY, args.id),
    }),
    createSellerEndpoint: t.field({
      type: SellerEndpointType,
      access: 'POST /v1/hub/endpoints',
      creates: true,
      description: `Gives a seller a way to connect (E4). ${FORBIDDEN_PAIR}.`,
      args: { input: t.arg({ type: CreateSellerEndpointInput, required: true, description: 'The endpoint.' }) },
      resolve: (_root, { input }, ctx) => createSellerEndpoint(ctx, input),
    }),
    updateSellerEndpoint: t.field({
      type: SellerEndpointType,
      access: 'viewer',
      description: `Changes a seller endpoint, or switches it off and on. ${NONE}, ${INVALID}.`,
      args: {
        id: id(),
        input: t.arg({ type: UpdateSellerEndpointInput, required: true, description: 'What changes.' }),
      },
      resolve: (_root, args, ctx) => updateSellerEndpoint(ctx, args.id, args.input),
    }),
    rotateSellerEndpointCredentials: t.field({
      type: RotatedCredentialsType,
      access: MAY.rotateSellerCredentials,
      creates: true,
      changes: { table: tables.SellerEndpoint },
      description: `Gives a seller endpoint another password, and another username where one is given; the former ones stop working. \`FORBIDDEN\` (\`Action not allowed\`) unless the viewer is an owner or admin; ${NONE}, ${FORBIDDEN_PAIR}.`,
      args: {
        id: id(),
        input: t.arg({ type: RotateSellerEndpointCredentialsInput, required: true, description: 'The credentials.' }),
      },
      resolve: (_root, args, ctx) => rotateSellerEndpointCredentials(ctx, args.id, args.input),
    }),
    deleteSellerEndpoint: t.field({
      type: DeletedRecord,
      access: 'viewer',
      description: `Deletes a seller endpoint; its username is free again. ${NONE}, \`CONFLICT\` as long as it has connections open.`,
      args: { id: id() },
      resolve: (_root, args, ctx) => deleteRecord(ctx, ENDPOINT, args.id),
    }),
  };
});
