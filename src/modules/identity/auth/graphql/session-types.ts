import { builder } from '../../../../graphql/builder.ts';
import { endAllSessions, endSession, MOST_SESSIONS, type MySession, mySessions } from '../my-sessions.ts';

const PERSON = '`FORBIDDEN` for a team token.';

const MySessionType = builder.objectRef<MySession>('MySession').implement({
  description: 'One place where the person is signed in.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID; `endSession` takes it.' }),
    teamId: t.exposeID('teamId', { description: 'The team it acts in.' }),
    teamName: t.exposeString('teamName', { description: 'Name of that team.' }),
    address: t.exposeString('address', { nullable: true, description: 'The address that it was begun from.' }),
    isCurrent: t.exposeBoolean('isCurrent', { description: 'Whether it is the one that asks.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it began.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute; null when never.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires.' }),
  }),
});

builder.queryField('mySessions', (t) =>
  t.field({
    type: [MySessionType],
    access: 'account',
    size: MOST_SESSIONS,
    description: `Where the person is signed in, in all their teams: the ${MOST_SESSIONS} used last, the latest first. ${PERSON}`,
    resolve: (_root, _args, ctx) => mySessions(ctx),
  }),
);

const EndAllSessionsInput = builder.inputType('EndAllSessionsInput', {
  description: 'Which sessions.',
  fields: (t) => ({
    exceptThis: t.boolean({ required: true, defaultValue: false, description: 'Leaves the one that asks.' }),
  }),
});

const EndSessionPayload = builder.objectRef<{ id: string }>('EndSessionPayload').implement({
  description: 'An ended session.',
  fields: (t) => ({ sessionId: t.exposeID('id', { description: 'Id of the session.' }) }),
});

const EndAllSessionsPayload = builder.objectRef<{ endedCount: number }>('EndAllSessionsPayload').implement({
  description: 'The person’s sessions after signing out everywhere.',
  fields: (t) => ({ endedCount: t.exposeInt('endedCount', { description: 'How many sessions ended.' }) }),
});

builder.mutationFields((t) => ({
  endSession: t.change({
    type: EndSessionPayload,
    access: 'account',
    changes: 'nothing',
    description: `Ends one of the person’s sessions, in whichever team; its token stops working. \`NOT_FOUND\` when they have none of this id. ${PERSON}`,
    run: endSession,
  }),
  endAllSessions: t.field({
    type: EndAllSessionsPayload,
    access: 'account',
    creates: false,
    changes: 'nothing',
    description: `Signs the person out everywhere, in all their teams. ${PERSON}`,
    args: {
      input: t.arg({
        type: EndAllSessionsInput,
        required: true,
        defaultValue: { exceptThis: false },
        description: 'Which sessions. Defaults to all.',
      }),
    },
    resolve: async (_root, { input }, ctx) => ({ endedCount: await endAllSessions(ctx, input.exceptThis) }),
  }),
}));
