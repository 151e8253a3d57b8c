import { createServer } from 'node:http';
import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import { PrismaPg } from '@prisma/adapter-pg';
import { createYoga } from 'graphql-yoga';
import type PrismaTypes from '../generated/pothos-types.ts';
import { getDatamodel } from '../generated/pothos-types.ts';
import { PrismaClient } from '../generated/prisma/client.ts';
import { databaseUrl, poolSize, port, teamId } from './environment.ts';

/** The stack as its manuals show it: Yoga over `node:http`, Pothos with `t.relation`, Prisma resolving the relations. */
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: databaseUrl, max: poolSize }) });

const builder = new SchemaBuilder<{ PrismaTypes: PrismaTypes; Scalars: { DateTime: { Input: Date; Output: Date } } }>({
  plugins: [PrismaPlugin],
  prisma: { client: prisma, dmmf: getDatamodel() },
});

builder.scalarType('DateTime', {
  serialize: (value) => value.toISOString(),
  parseValue: (value) => new Date(value as string),
});

const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

builder.prismaObject('Log', {
  fields: (t) => ({
    callerId: t.exposeID('callerId'),
    callerType: t.exposeString('callerType'),
    text: t.exposeString('text'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

builder.prismaObject('SmsSend', {
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.exposeString('status'),
    nextStepAt: t.expose('nextStepAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    logs: t.relation('logs', {
      args: { first: t.arg.int({ required: true }) },
      query: ({ first }) => ({
        where: { callerType: 'sms_campaign_send' as const },
        orderBy: newestFirst,
        take: first,
      }),
    }),
  }),
});

builder.prismaObject('Offer', {
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    url: t.exposeString('url'),
    profit: t.string({ resolve: ({ profit }) => profit.toString() }),
  }),
});

builder.prismaObject('SmsCampaignOffer', { fields: (t) => ({ offer: t.relation('offer') }) });

builder.prismaObject('SmsCampaign', {
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    status: t.exposeString('status'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    offers: t.relation('offers', {
      query: { where: { offer: { deletedAt: null } }, orderBy: [{ position: 'asc' }, { offerId: 'asc' }], take: 20 },
    }),
    sends: t.relation('sends', {
      args: { first: t.arg.int({ required: true }) },
      query: ({ first }) => ({ orderBy: newestFirst, take: first }),
    }),
  }),
});

const mine = { teamId, deletedAt: null };

builder.queryType({
  fields: (t) => ({
    smsCampaigns: t.prismaField({
      type: ['SmsCampaign'],
      args: { first: t.arg.int({ required: true }) },
      resolve: (query, _root, { first }) =>
        prisma.smsCampaign.findMany({ ...query, where: mine, orderBy: newestFirst, take: first }),
    }),
    smsCampaign: t.prismaField({
      type: 'SmsCampaign',
      nullable: true,
      args: { id: t.arg.id({ required: true }) },
      resolve: (query, _root, { id }) => prisma.smsCampaign.findFirst({ ...query, where: { ...mine, id: String(id) } }),
    }),
  }),
});

createServer(createYoga({ schema: builder.toSchema(), logging: false })).listen(port, '127.0.0.1');
