import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import { isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { model } from '../../src/generated/model.ts';
import { getDatamodel } from '../../src/generated/pothos.ts';
import '../../src/graphql/builder.ts';
import type { Models } from '../../src/graphql/models.ts';
import { schema } from '../../src/schema.ts';

const newBuilder = () => {
  const builder = new SchemaBuilder<{ PrismaTypes: Models; DefaultFieldNullability: false }>({
    plugins: ['outbound', PrismaPlugin],
    defaultFieldNullability: false,
    prisma: { client: {} as never, dmmf: getDatamodel() },
  });
  builder.queryType({ fields: (t) => ({ ok: t.boolean({ resolve: () => true }) }) });
  builder.prismaObject('SmsCampaign', { select: { id: true }, fields: (t) => ({ id: t.exposeID('id') }) });
  return builder;
};

describe('What would have the Prisma plugin query by itself is refused at the start:', () => {
  test('a relation', () => {
    const builder = newBuilder();
    builder.prismaObject('SmsSend', { select: { id: true }, fields: (t) => ({ campaign: t.relation('smsCampaign') }) });
    expect(() => builder.toSchema()).toThrow('SmsSend.campaign would query by itself: use t.one, t.list or t.all.');
  });

  test('a count of relations', () => {
    const builder = newBuilder();
    builder.prismaObject('SmsSend', { select: { id: true }, fields: (t) => ({ count: t.relationCount('messages') }) });
    expect(() => builder.toSchema()).toThrow('SmsSend.count would query by itself');
  });

  test('another view of the same record', () => {
    const builder = newBuilder();
    const Part = builder.prismaObject('SmsSend', {
      variant: 'Part',
      select: { id: true },
      fields: (t) => ({ id: t.exposeID('id') }),
    });
    builder.prismaObject('SmsSend', { select: { id: true }, fields: (t) => ({ part: t.variant(Part) }) });
    expect(() => builder.toSchema()).toThrow('SmsSend.part would query by itself');
  });

  test('a selection below a relation', () => {
    const builder = newBuilder();
    builder.prismaObject('SmsSend', {
      select: { id: true },
      fields: (t) => ({
        campaignName: t.string({
          select: { smsCampaign: { select: { name: true } } },
          resolve: ({ smsCampaign }) => smsCampaign.name,
        }),
      }),
    });
    expect(() => builder.toSchema()).toThrow('SmsSend.campaignName would query by itself');
  });

  test('a field of Query', () => {
    const builder = newBuilder();
    builder.queryField('campaigns', (t) =>
      t.prismaField({ type: ['SmsCampaign'], resolve: () => Promise.reject(new Error('asked')) }),
    );
    expect(() => builder.toSchema()).toThrow('prismaField would query by itself');
  });

  test('a type that reads more than its id of every record', () => {
    const builder = newBuilder();
    builder.prismaObject('SmsSend', {
      select: { id: true, status: true },
      fields: (t) => ({ id: t.exposeID('id') }),
    });
    expect(() => builder.toSchema()).toThrow('SmsSend selects status of every record: its fields do.');
  });
});

test('no field of the schema carries what the Prisma plugin would query by', () => {
  const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) ? Object.values(type.getFields()) : [],
  );
  expect(fields.filter(({ extensions }) => extensions.pothosPrismaSelect)).toEqual([]);
});

test('a relation goes by the column that is not the team’s', () => {
  expect(model.SmsCampaign.relations).toMatchObject({
    team: { model: 'Team', key: 'teamId' },
    routingPlan: { model: 'RoutingPlan', key: 'smsRoutingPlanId' },
    sends: { model: 'SmsSend', foreignKey: 'smsCampaignId' },
  });
});

test('a field’s text is the model’s', () => {
  const type = schema.getType('SmsCampaign');
  if (!isObjectType(type)) throw new Error('no type');
  const { name, sends, createdAt } = type.getFields();
  expect([type, name, sends, createdAt].map((named) => named?.description)).toEqual([
    'A campaign of text messages (E14).',
    'Name.',
    'Its sends, newest first.',
    'When it was created.',
  ]);
});

test('a column that needs a type of the schema is refused at the start by t.columns', () => {
  const builder = newBuilder();
  builder.prismaObject('SmsSend', { select: { id: true }, fields: (t) => t.columns('id', 'status') });
  expect(() => builder.toSchema()).toThrow('SmsSend.status needs a type of the schema: use t.expose.');
});
